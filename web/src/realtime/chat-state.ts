import { createStore } from '#/lib/store.ts'

/** Number of loaded internal chats with unread messages, shown at the drawer's item. */
export const unreadChats = createStore(0)

/** Id of the internal chat on screen; null when there is none. */
export const openChat = createStore<string | null>(null)

/**
 * Returns whether the user is looking at this chat: its new messages are read at once and make no
 * sound.
 */
export const isLookedAt = (chatId: string): boolean =>
  openChat.get() === chatId && document.visibilityState === 'visible'
