import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'

/**
 * A browser's part of a subscription: its key pair, whose public half it publishes, and the secret.
 */
export type Browser = { hand: ECDH; auth: Buffer }

export function newBrowser(): Browser {
  const hand = createECDH('prime256v1')
  hand.generateKeys()
  return { hand, auth: randomBytes(16) }
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))

/**
 * Decrypts a push as its browser does (RFC 8291, one record). Throws for one that was sent to
 * another browser or altered.
 */
export function readPush(body: Buffer, { hand, auth }: Browser): string {
  const [salt, size, length] = [body.subarray(0, 16), body.readUInt32BE(16), body[20]!]
  const sender = body.subarray(21, 21 + length)
  const sealed = body.subarray(21 + length)
  if (sealed.length > size) throw new Error('more than one record')
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), hand.getPublicKey(), sender])
  const input = derive(hand.computeSecret(sender), auth, info, 32)
  const key = derive(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce, { authTagLength: 16 })
  decipher.setAuthTag(sealed.subarray(-16))
  const record = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  const end = record.lastIndexOf(2)
  if (end < 0 || record.subarray(end + 1).some(byte => byte !== 0)) throw new Error('the record has no end')
  return record.subarray(0, end).toString()
}
