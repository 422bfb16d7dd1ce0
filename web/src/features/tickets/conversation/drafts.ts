import { currentUser } from '#/lib/session.ts'

/** What was typed and not sent, per ticket and person: survives a reload and a change of ticket. */
const keyOf = (ticketId: string) => `balcao.draft.${currentUser()?.id ?? ''}.${ticketId}`

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
}
