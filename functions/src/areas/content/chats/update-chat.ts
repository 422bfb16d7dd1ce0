import { changeChat, membersOf, requireChat } from '../../../data/content/chat.ts'
import { toWireChat } from '../../../data/content/chat-wire.ts'
import { publishChat, publishChatDeleted } from '../../../messaging/publish-chat.ts'
import type { Operations } from '../operations.ts'
import { othersOf } from './chat-people.ts'

/**
 * Updates an internal chat. `users` are all its members; its owner stays in any case. New members
 * get the chat, removed ones the event that it is gone.
 */
export const updateChat: Operations['chats']['update'] = async (ctx, { params: { id }, body }) => {
  const { companyId, actor } = ctx
  // Checked first: a missing chat matters more than an invalid body.
  await requireChat(companyId, id, actor.userId)
  const others = body.users && (await othersOf(ctx, body.users))
  const { chat, added, gone } = await changeChat(companyId, id, actor.userId, { title: body.title, others })
  const stayed = membersOf(chat).filter(userId => !added.includes(userId))
  await Promise.all([
    publishChat(chat, 'create', added),
    publishChat(chat, 'update', stayed),
    publishChatDeleted(companyId, id, gone),
  ])
  return toWireChat(chat)
}
