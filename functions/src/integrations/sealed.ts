import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { config } from '../config.ts'

const IV_BYTES = 12
const TAG_BYTES = 16

const derived = new Map<string, Buffer>()

/**
 * Returns the company's own key, so that a value encrypted for one company cannot be decrypted for
 * another.
 */
function keyOf(secret: string, companyId: string): Buffer {
  const name = `${idOf(secret)} ${companyId}`
  const known = derived.get(name)
  if (known) return known
  const key = Buffer.from(hkdfSync('sha256', secret, '', `balcao sealed ${companyId}`, 32))
  if (derived.size > 1000) derived.clear()
  derived.set(name, key)
  return key
}

/** Returns the id of a secret in the values it encrypted; it reveals nothing of the secret. */
const idOf = (secret: string): string =>
  createHash('sha256').update(`balcao sealing key ${secret}`).digest('hex').slice(0, 8)

/**
 * Encrypts a secret that a company entrusts to us (keys and tokens of other systems) for the table:
 * AES-256-GCM, base64, after the id of the secret that encrypted it.
 * @param place what it is, `prompt.apiKey`: it can be decrypted only there
 */
export function seal(companyId: string, place: string, secret: string): string {
  const { SEALING_SECRET } = config()
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(SEALING_SECRET, companyId), iv).setAAD(Buffer.from(place))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return `${idOf(SEALING_SECRET)}.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')}`
}

/**
 * Decrypts a value of `seal`. Undefined when it was encrypted for another company or place, under a
 * secret that is no longer listed, or was tampered with.
 */
export function unseal(companyId: string, place: string, sealed: string): string | undefined {
  const { SEALING_SECRET, EARLIER_SEALING_SECRETS } = config()
  const [first = '', second] = sealed.split('.')
  const [id, text] = second === undefined ? [undefined, first] : [first, second]
  for (const secret of [SEALING_SECRET, ...EARLIER_SEALING_SECRETS]) {
    // A value from before secrets had ids does not name its secret.
    const opened = id === undefined || id === idOf(secret) ? open(keyOf(secret, companyId), place, text) : undefined
    if (opened !== undefined) return opened
  }
  return undefined
}

function open(key: Buffer, place: string, text: string): string | undefined {
  const bytes = Buffer.from(text, 'base64')
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

/**
 * Encrypts a value anew with the newest secret; undefined where it already is, is empty, or cannot
 * be decrypted any more.
 */
export function reseal(companyId: string, place: string, sealed: string): string | undefined {
  if (sealed === '' || sealed.startsWith(`${idOf(config().SEALING_SECRET)}.`)) return undefined
  const opened = unseal(companyId, place, sealed)
  return opened === undefined ? undefined : seal(companyId, place, opened)
}

/** Like `seal`, but an empty text stays empty. */
export const sealOptional = (companyId: string, place: string, secret: string): string =>
  secret === '' ? '' : seal(companyId, place, secret)

/**
 * Decrypts a value of `sealOptional`. Undefined where it is empty, or cannot be decrypted any more.
 */
export const unsealOptional = (companyId: string, place: string, sealed: string): string | undefined =>
  sealed === '' ? undefined : unseal(companyId, place, sealed)
