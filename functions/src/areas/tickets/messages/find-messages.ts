import { timeOfId } from '@balcao/shared/ids.ts'
import { instant } from '../../../data/instant.ts'
import { findInTicket } from '../../../data/tickets/message-search.ts'
import { visibleTicket } from '../caller.ts'
import type { Operations } from '../operations.ts'

export const findMessages: Operations['messages']['find'] = async (ctx, { params, query }) => {
  const { searchParam, ...options } = query
  await visibleTicket(ctx, params.ticketId)
  const { rows, hasMore, nextCursor } = await findInTicket(ctx.companyId, params.ticketId, searchParam, options)
  return { hits: rows.map(({ id }) => ({ id, createdAt: instant(timeOfId(id)) })), hasMore, nextCursor }
}
