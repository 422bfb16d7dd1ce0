/**
 * Content of the fragment (`#`) in an e-mail's link, which no server and no log sees: two ids and
 * the code.
 */
import { isId } from '@balcao/shared/ids.ts'

export const emailToken = (companyId: string, id: string, code: string): string => `${companyId}.${id}.${code}`

/** Parses the token; returns undefined if it is invalid. */
export function readEmailToken(token: string): { companyId: string; id: string; code: string } | undefined {
  const [companyId = '', id = '', code = '', ...more] = token.split('.')
  return isId(companyId) && isId(id) && code !== '' && more.length === 0
    ? { companyId, id, code: code.toUpperCase() }
    : undefined
}
