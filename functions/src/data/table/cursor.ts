/**
 * Opaque cursors of lists. A cursor is encrypted and bound to its company and list: a position may
 * hold a name or a number that its reader may not see (decision 0104), and one from another company
 * or list, or a forged one, is refused (ERR_INVALID_CURSOR).
 */
import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'
import { AppError } from '@balcao/shared/errors.ts'
import { config } from '../../config.ts'

const CIPHER = 'aes-256-gcm'
/** Bytes of the nonce, and of the tag. */
const [NONCE, TAG] = [12, 16]

const derived = (purpose: string, text = ''): Buffer =>
  createHmac('sha256', config().JWT_SECRET).update(`cursor|${purpose}|${text}`).digest()

const bindingOf = (companyId: string, list: string): Buffer => Buffer.from(`${companyId}|${list}`)

/**
 * Returns a cursor. `list` names the list with its filters; the cursor is valid for that list only.
 * The nonce follows from what is encrypted: one position of a list is always the same cursor.
 */
export function encodeCursor(companyId: string, list: string, position: unknown): string {
  const text = JSON.stringify(position)
  const binding = bindingOf(companyId, list)
  const nonce = derived('nonce', `${binding.toString()}|${text}`).subarray(0, NONCE)
  const cipher = createCipheriv(CIPHER, derived('key'), nonce).setAAD(binding)
  return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

/** Returns the position in a cursor of this company and list. Throws ERR_INVALID_CURSOR. */
export function decodeCursor<T>(companyId: string, list: string, cursor: string): T {
  const bytes = Buffer.from(cursor, 'base64url')
  if (bytes.length <= NONCE + TAG || bytes.toString('base64url') !== cursor) throw new AppError('ERR_INVALID_CURSOR')
  const decipher = createDecipheriv(CIPHER, derived('key'), bytes.subarray(0, NONCE))
    .setAAD(bindingOf(companyId, list))
    .setAuthTag(bytes.subarray(-TAG))
  let text: string
  try {
    text = Buffer.concat([decipher.update(bytes.subarray(NONCE, -TAG)), decipher.final()]).toString()
  } catch {
    throw new AppError('ERR_INVALID_CURSOR')
  }
  return JSON.parse(text) as T
}
