/** Converts internal chats to their wire form. */
import type { Chat, ChatMessage } from '@balcao/shared/entities/chat.ts'
import { timeOfId } from '@balcao/shared/ids.ts'
import { signedLink } from '../../integrations/storage.ts'
import { instant } from '../instant.ts'
import { type ChatRow, membersOf, unreadsOf } from './chat.ts'
import type { ChatMessageRow } from './chat-message.ts'

export const toWireChat = (chat: ChatRow): Chat => ({
  id: chat.id,
  uuid: chat.id,
  title: chat.title,
  ownerId: chat.ownerId,
  users: membersOf(chat).map(userId => ({
    userId,
    user: { id: userId, name: chat.people[userId]!.name },
    unreads: unreadsOf(chat, userId),
  })),
  lastMessage: chat.lastText,
  createdAt: instant(chat.createdAt),
  updatedAt: instant(chat.updatedAt),
  version: chat.version,
})

export const toWireChatMessage = async ({
  id,
  chatId,
  text,
  user,
  media,
  clientId,
}: ChatMessageRow): Promise<ChatMessage> => ({
  id,
  chatId,
  message: text,
  senderId: user.id,
  sender: user,
  mediaPath: media && (await signedLink(media.key, { mimetype: media.mimetype, fileName: media.fileName })),
  mediaName: media?.fileName ?? null,
  mediaType: media?.kind ?? null,
  ...(clientId ? { clientId } : {}),
  createdAt: instant(timeOfId(id)),
})
