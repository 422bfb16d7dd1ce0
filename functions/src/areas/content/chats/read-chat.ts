import { markChatRead, requireChat, unreadsOf } from '../../../data/content/chat.ts'
import { toWireChat } from '../../../data/content/chat-wire.ts'
import { publishChat } from '../../../messaging/publish-chat.ts'
import type { Operations } from '../operations.ts'

/**
 * Marks the caller's own chat as read, whoever is named, and publishes it to their other browsers.
 * Nothing is written if it is read already.
 */
export const readChat: Operations['chats']['read'] = async ({ companyId, actor: { userId } }, { params: { id } }) => {
  const seen = await requireChat(companyId, id, userId)
  if (unreadsOf(seen, userId) === 0) return toWireChat(seen)
  const chat = await markChatRead(companyId, id, userId)
  await publishChat(chat, 'update', [userId])
  return toWireChat(chat)
}
