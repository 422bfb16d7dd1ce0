import { pageOfMessages } from '../../../data/tickets/message.ts'
import { toWireMessage } from '../../../data/tickets/wire.ts'
import { visibleTicket } from '../caller.ts'
import type { Operations } from '../operations.ts'

/** Pages go back in time; within a page the oldest comes first. */
export const listMessages: Operations['messages']['list'] = async (ctx, { params, query }) => {
  const [{ ticket }, { rows, hasMore, nextCursor }] = await Promise.all([
    visibleTicket(ctx, params.ticketId),
    pageOfMessages(ctx.companyId, params.ticketId, query),
  ])
  const messages = await Promise.all(rows.reverse().map(message => toWireMessage(message, ticket)))
  return { messages, hasMore, nextCursor }
}
