import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { config } from '../config.ts'

const IV_BYTES = 12
const TAG_BYTES = 16

const derived = new Map<string, Buffer>()

/** One key per company, so that what is sealed for one opens for no other. */
function keyOf(companyId: string): Buffer {
  const known = derived.get(companyId)
  if (known) return known
  const key = Buffer.from(hkdfSync('sha256', config().SEALING_SECRET, '', `balcao sealed ${companyId}`, 32))
  if (derived.size > 1000) derived.clear()
  derived.set(companyId, key)
  return key
}

/**
 * What a company entrusts to us (keys and tokens of other systems) as the table may hold it: AES-256-GCM, base64.
 * @param place what it is, `prompt.apiKey`: it opens only there
 */
export function seal(companyId: string, place: string, secret: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(companyId), iv).setAAD(Buffer.from(place))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
}

/** Opens what `seal` made. Undefined when it was sealed for another company or place, under another secret, or was touched. */
export function unseal(companyId: string, place: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64')
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(companyId), bytes.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
