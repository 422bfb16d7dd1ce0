import { markChatRead, requireChat, unreadsOf } from '../../../data/content/chat.ts'
import { toWireChat } from '../../../data/content/chat-wire.ts'
import { tellChat } from '../../../messaging/tell-chat.ts'
import type { Operations } from '../operations.ts'

/** Of the caller's own, whoever is named. Their other browsers hear of it; what is read already is not written again. */
export const readChat: Operations['chats']['read'] = async ({ companyId, actor: { userId } }, { params: { id } }) => {
  const seen = await requireChat(companyId, id, userId)
  if (unreadsOf(seen, userId) === 0) return toWireChat(seen)
  const chat = await markChatRead(companyId, id, userId)
  await tellChat(chat, 'update', [userId])
  return toWireChat(chat)
}
