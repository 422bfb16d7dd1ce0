/** What the link of a letter carries behind its `#`, where no server and no log gets to see it: two ids and the code. */
import { isId } from '@balcao/shared/ids.ts'

export const letterToken = (companyId: string, id: string, code: string): string => `${companyId}.${id}.${code}`

/** Undefined for what is none. */
export function readLetterToken(token: string): { companyId: string; id: string; code: string } | undefined {
  const [companyId = '', id = '', code = '', ...more] = token.split('.')
  return isId(companyId) && isId(id) && code !== '' && more.length === 0
    ? { companyId, id, code: code.toUpperCase() }
    : undefined
}
