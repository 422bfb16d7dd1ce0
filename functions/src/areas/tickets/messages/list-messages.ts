import { decodeCursor, encodeCursor } from '../../../data/cursor.ts'
import { listMessages as read } from '../../../data/message.ts'
import { toWireMessage } from '../../../data/wire.ts'
import { visibleTicket } from '../caller.ts'
import type { Operations } from '../operations.ts'

/** Pages go back in time; within a page the oldest comes first. A position is the id where the last page began. */
export const listMessages: Operations['messages']['list'] = async (ctx, { params, query }) => {
  const { companyId } = ctx
  const { limit, cursor, pageNumber = 1 } = query
  const list = `messages|${params.ticketId}`
  const before = cursor ? decodeCursor<string>(companyId, list, cursor) : null
  const skip = cursor ? 0 : (pageNumber - 1) * limit
  const [{ ticket }, rows] = await Promise.all([
    visibleTicket(ctx, params.ticketId),
    read(companyId, params.ticketId, { limit: skip + limit + 1, before }),
  ])
  const page = rows.slice(skip, skip + limit)
  const hasMore = rows.length > skip + limit
  const oldest = page.at(-1)
  return {
    messages: await Promise.all(page.reverse().map(message => toWireMessage(message, ticket))),
    hasMore,
    nextCursor: hasMore && oldest ? encodeCursor(companyId, list, oldest.id) : null,
  }
}
