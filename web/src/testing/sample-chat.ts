import type { Chat, ChatMessage } from '@balcao/shared/entities/chat.ts'
import type { UserRef } from '@balcao/shared/entities/user.ts'
import { newId } from '@balcao/shared/ids.ts'

export const COLLEAGUE = { id: newId(), name: 'Bruno Lima' }

/** A conversation that `me` owns, with a colleague; `unreads` are of `me`. */
export function sampleChat(me: UserRef, { unreads = 0, ...changes }: Partial<Chat> & { unreads?: number } = {}): Chat {
  const id = changes.id ?? newId()
  const at = '2026-03-10T12:00:00.000Z'
  return {
    id,
    uuid: id,
    title: 'Plantão',
    ownerId: me.id,
    users: [
      { userId: me.id, user: { id: me.id, name: me.name }, unreads },
      { userId: COLLEAGUE.id, user: COLLEAGUE, unreads: 0 },
    ],
    lastMessage: '',
    createdAt: at,
    updatedAt: at,
    version: 1,
    ...changes,
  }
}

/** Returns a message from the colleague, unless another `sender` is given. */
export function sampleChatMessage(changes: Partial<ChatMessage> = {}): ChatMessage {
  const sender = changes.sender ?? COLLEAGUE
  return {
    id: newId(),
    chatId: newId(),
    message: 'Bom dia',
    senderId: sender.id,
    sender,
    mediaPath: null,
    mediaName: null,
    mediaType: null,
    createdAt: new Date().toISOString(),
    ...changes,
  }
}
