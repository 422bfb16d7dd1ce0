import { requireChat } from '../../../data/content/chat.ts'
import { pageOfChatMessages } from '../../../data/content/chat-message.ts'
import { toWireChatMessage } from '../../../data/content/chat-wire.ts'
import type { Operations } from '../operations.ts'

/**
 * Lists messages of an internal chat. Pages go back in time; within a page the oldest comes first.
 */
export const listChatMessages: Operations['chats']['messages'] = async ({ companyId, actor }, { params, query }) => {
  await requireChat(companyId, params.id, actor.userId)
  const { rows, hasMore, nextCursor } = await pageOfChatMessages(companyId, params.id, query)
  return { records: await Promise.all(rows.reverse().map(toWireChatMessage)), hasMore, nextCursor }
}
