import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** The keys of a subscription, as bytes: the browser's point of P-256 and its secret. */
export type BrowserKeys = { p256dh: Buffer; auth: Buffer }

const SALT_BYTES = 16
const TAG_BYTES = 16
/** Bytes of the single record. */
const RECORD_BYTES = 4096
/** RFC 8188: ends the text of the last record. */
const LAST = Buffer.from([2])

const derive = (secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))

/** Returns whether these bytes are a point of P-256 in the form that browsers give. */
export function isPoint(bytes: Buffer): boolean {
  const hand = createECDH('prime256v1')
  hand.generateKeys()
  try {
    return bytes.length === 65 && hand.computeSecret(bytes).length > 0
  } catch {
    return false
  }
}

/**
 * Returns the body of a push (RFC 8291, `aes128gcm` of RFC 8188), which only the browser with these
 * keys can read. Throws for invalid keys.
 * @param chosen random values, new for each message; the test of the RFC's example fixes them
 */
export function encryptPush(
  text: Uint8Array,
  { p256dh, auth }: BrowserKeys,
  chosen: { salt: Buffer; privateKey?: Buffer } = { salt: randomBytes(SALT_BYTES) },
): Buffer {
  const hand = createECDH('prime256v1')
  if (chosen.privateKey) hand.setPrivateKey(chosen.privateKey)
  else hand.generateKeys()
  const own = hand.getPublicKey()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, own])
  const input = derive(hand.computeSecret(p256dh), auth, info, 32)
  const key = derive(input, chosen.salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(input, chosen.salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const record = Buffer.concat([text, LAST])
  if (record.length + TAG_BYTES > RECORD_BYTES) throw new Error('a push is one record')
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const sealed = Buffer.concat([cipher.update(record), cipher.final(), cipher.getAuthTag()])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(RECORD_BYTES)
  return Buffer.concat([chosen.salt, size, Buffer.from([own.length]), own, sealed])
}
