/**
 * Opaque positions in a list: signed, and bound to the company and to the list they came from, so that one of another
 * tenant, of another list or made up is refused (ERR_INVALID_CURSOR).
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { AppError } from '@balcao/shared/errors.ts'
import { config } from '../../config.ts'

const sign = (companyId: string, list: string, position: string): Buffer =>
  createHmac('sha256', config().JWT_SECRET).update(`cursor|${companyId}|${list}|${position}`).digest().subarray(0, 12)

/** `list` names the list with its filters: the cursor is worth nothing elsewhere. */
export function encodeCursor(companyId: string, list: string, position: unknown): string {
  const text = JSON.stringify(position)
  return `${Buffer.from(text).toString('base64url')}.${sign(companyId, list, text).toString('base64url')}`
}

/** The position inside a cursor of this company and list. Throws ERR_INVALID_CURSOR. */
export function decodeCursor<T>(companyId: string, list: string, cursor: string): T {
  const [body = '', signature = ''] = cursor.split('.')
  const text = Buffer.from(body, 'base64url').toString()
  const given = Buffer.from(signature, 'base64url')
  const wanted = sign(companyId, list, text)
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) throw new AppError('ERR_INVALID_CURSOR')
  return JSON.parse(text) as T
}
