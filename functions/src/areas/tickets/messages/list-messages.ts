import { pageOfMessages } from '../../../data/tickets/message.ts'
import { messagesAfter, messagesAround } from '../../../data/tickets/message-around.ts'
import { toWireMessage } from '../../../data/tickets/wire.ts'
import { visibleTicket } from '../caller.ts'
import type { Operations } from '../operations.ts'

/**
 * Lists a ticket's messages. Pages go back in time, or forward from a message; within a page the
 * oldest comes first.
 */
export const listMessages: Operations['messages']['list'] = async (ctx, { params, query }) => {
  const [{ ticket }, { rows, ...place }] = await Promise.all([
    visibleTicket(ctx, params.ticketId),
    messageRangeOf(ctx.companyId, params.ticketId, query),
  ])
  const messages = await Promise.all(rows.reverse().map(message => toWireMessage(message, ticket)))
  return { messages, ...place }
}

type Query = Parameters<Operations['messages']['list']>[1]['query']

async function messageRangeOf(companyId: string, ticketId: string, { around, after, ...query }: Query) {
  if (around && !query.cursor) return messagesAround(companyId, ticketId, around, query.limit)
  if (after && !query.cursor) return messagesAfter(companyId, ticketId, after, query.limit)
  const { rows, hasMore, nextCursor } = await pageOfMessages(companyId, ticketId, query)
  return { rows, hasMore, nextCursor }
}
