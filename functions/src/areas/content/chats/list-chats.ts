import { pageOfChats } from '../../../data/content/chat.ts'
import { toWireChat } from '../../../data/content/chat-wire.ts'
import type { Operations } from '../operations.ts'

/** Lists the caller's internal chats: to others, even admins, a chat does not exist. */
export const listChats: Operations['chats']['list'] = async ({ companyId, actor }, { query }) => {
  const { rows, hasMore, nextCursor } = await pageOfChats(companyId, actor.userId, query)
  return { records: rows.map(toWireChat), hasMore, nextCursor }
}
