import type { Chat } from '@balcao/shared/entities/chat.ts'
import { isLookedAt } from '#/realtime/chat-state.ts'

/** Messages this user has not read; none in the conversation they look at, which is about to be marked read. */
export const unreadOf = (chat: Chat, userId: string): number =>
  isLookedAt(chat.id) ? 0 : (chat.users.find(user => user.userId === userId)?.unreads ?? 0)
