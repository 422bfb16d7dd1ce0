import { createStore } from '#/lib/store.ts'

/** Conversations of colleagues with something unread, among those that are at hand: what the drawer's item shows. */
export const unreadChats = createStore(0)

/** The conversation of colleagues that is on screen; null when there is none. */
export const openChat = createStore<string | null>(null)

/** Whether somebody looks at this conversation: what comes in it is read, and makes no sound. */
export const isLookedAt = (chatId: string): boolean =>
  openChat.get() === chatId && document.visibilityState === 'visible'
