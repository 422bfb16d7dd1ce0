import { createChat as create } from '../../../data/content/chat.ts'
import { toWireChat } from '../../../data/content/chat-wire.ts'
import { publishChat } from '../../../messaging/publish-chat.ts'
import type { Operations } from '../operations.ts'
import { callerRef, othersOf } from './chat-people.ts'

/** Creates an internal chat. The caller is its owner, and a member without being named. */
export const createChat: Operations['chats']['create'] = async (ctx, { body }) => {
  const [owner, others] = await Promise.all([callerRef(ctx), othersOf(ctx, body.users)])
  const chat = await create(ctx.companyId, { title: body.title, owner, others })
  await publishChat(chat, 'create')
  return toWireChat(chat)
}
