import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { getMediaKeys } from '@whiskeysockets/baileys'
import type { MediaReference } from '../types.ts'

export type SealedMedia = { mediaKey: Buffer; blob: Buffer; sha256: Buffer; encryptedSha256: Buffer; length: number }

const digest = (data: Uint8Array) => createHash('sha256').update(data).digest()

/** Encrypts an attachment as WhatsApp's apps do: AES-256-CBC, then ten bytes of HMAC. */
export async function sealMedia(kind: MediaReference['kind'], plain: Uint8Array): Promise<SealedMedia> {
  const mediaKey = randomBytes(32)
  const { iv, cipherKey, macKey } = await getMediaKeys(mediaKey, kind)
  const cipher = createCipheriv('aes-256-cbc', cipherKey, iv)
  const encrypted = Buffer.concat([cipher.update(plain), cipher.final()])
  const mac = createHmac('sha256', macKey!).update(iv).update(encrypted).digest().subarray(0, 10)
  const blob = Buffer.concat([encrypted, mac])
  return { mediaKey, blob, sha256: digest(plain), encryptedSha256: digest(blob), length: plain.length }
}

/** Decrypts a client's upload; throws when its authentication code is wrong. */
export async function openMedia(kind: MediaReference['kind'], mediaKey: Uint8Array, blob: Buffer): Promise<Buffer> {
  const { iv, cipherKey, macKey } = await getMediaKeys(mediaKey, kind)
  const encrypted = blob.subarray(0, -10)
  const mac = createHmac('sha256', macKey!).update(iv).update(encrypted).digest().subarray(0, 10)
  if (!mac.equals(blob.subarray(-10))) throw new Error('media authentication failed')
  const cipher = createDecipheriv('aes-256-cbc', cipherKey, iv)
  return Buffer.concat([cipher.update(encrypted), cipher.final()])
}
