import { timeOfId } from '@balcao/shared/ids.ts'
import { searchedTerms } from '@balcao/shared/rules/search-words.ts'
import { instant } from '../../../data/instant.ts'
import { findInTicket } from '../../../data/tickets/message-search.ts'
import { searchedText } from '../../../data/tickets/message-words.ts'
import { wordsMatch } from '../../../http/hidden-search.ts'
import { visibleTicket } from '../caller.ts'
import type { Operations } from '../operations.ts'

export const findMessages: Operations['messages']['find'] = async (ctx, { params, query }) => {
  const { searchParam, ...options } = query
  await visibleTicket(ctx, params.ticketId)
  const { rows, hasMore, nextCursor } = await findInTicket(ctx.companyId, params.ticketId, searchParam, options)
  const matches = await wordsMatch(ctx, searchedTerms(searchParam))
  const found = rows.filter(message => matches(searchedText(message)))
  return { hits: found.map(({ id }) => ({ id, createdAt: instant(timeOfId(id)) })), hasMore, nextCursor }
}
