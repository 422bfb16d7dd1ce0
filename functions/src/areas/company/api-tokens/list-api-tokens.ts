import { listApiTokens as list } from '../../../data/company/api-token.ts'
import { pageOfMatches } from '../../../data/table/page.ts'
import type { Operations } from '../operations.ts'

/**
 * Lists the tokens of the public API, the newest first; `searchParam` is searched in their names.
 */
export const listApiTokens: Operations['apiTokens']['list'] = async ({ companyId }, { query }) => {
  const all = await list(companyId)
  const { rows, hasMore, nextCursor } = await pageOfMatches(companyId, 'api-tokens', all, ({ name }) => name, query)
  return { apiTokens: rows, hasMore, nextCursor }
}
