/**
 * Opaque cursors of lists. A cursor is signed and bound to its company and list, so one from
 * another company or list, or a forged one, is refused (ERR_INVALID_CURSOR).
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { AppError } from '@balcao/shared/errors.ts'
import { config } from '../../config.ts'

const sign = (companyId: string, list: string, position: string): Buffer =>
  createHmac('sha256', config().JWT_SECRET).update(`cursor|${companyId}|${list}|${position}`).digest().subarray(0, 12)

/**
 * Returns a cursor. `list` names the list with its filters; the cursor is valid for that list only.
 */
export function encodeCursor(companyId: string, list: string, position: unknown): string {
  const text = JSON.stringify(position)
  return `${Buffer.from(text).toString('base64url')}.${sign(companyId, list, text).toString('base64url')}`
}

/** Returns the position in a cursor of this company and list. Throws ERR_INVALID_CURSOR. */
export function decodeCursor<T>(companyId: string, list: string, cursor: string): T {
  const [body = '', signature = ''] = cursor.split('.')
  const text = Buffer.from(body, 'base64url').toString()
  const given = Buffer.from(signature, 'base64url')
  const wanted = sign(companyId, list, text)
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) throw new AppError('ERR_INVALID_CURSOR')
  return JSON.parse(text) as T
}
