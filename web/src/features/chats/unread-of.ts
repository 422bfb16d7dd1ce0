import type { Chat } from '@balcao/shared/entities/chat.ts'
import { isLookedAt } from '#/realtime/chat-state.ts'

/**
 * Returns the number of messages this user has not read; 0 in the open chat, which is about to be
 * marked as read.
 */
export const unreadOf = (chat: Chat, userId: string): number =>
  isLookedAt(chat.id) ? 0 : (chat.users.find(user => user.userId === userId)?.unreads ?? 0)
