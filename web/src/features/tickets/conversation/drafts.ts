import { useSyncExternalStore } from 'react'
import { currentUser } from '#/lib/session.ts'

/** What was typed and not sent, per ticket and person: survives a reload and a change of ticket. */
const keyOf = (ticketId: string) => `balcao.draft.${currentUser()?.id ?? ''}.${ticketId}`

const listeners = new Set<() => void>()

export function draftOf(ticketId: string): string {
  try {
    return localStorage.getItem(keyOf(ticketId)) ?? ''
  } catch {
    return ''
  }
}

export function saveDraft(ticketId: string, text: string) {
  try {
    if (text) localStorage.setItem(keyOf(ticketId), text)
    else localStorage.removeItem(keyOf(ticketId))
  } catch {
    // Kept on screen only.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  // Of another tab.
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** The draft of a ticket, as it is typed. */
export const useDraft = (ticketId: string): string => useSyncExternalStore(subscribe, () => draftOf(ticketId))
