import { followUnsent, readUnsent, useUnsentText, writeUnsent } from '#/lib/unsent.ts'

/** Returns the unsent text of a ticket's input: it survives a reload and the end of the session. */
export const draftOf = (ticketId: string): string => readUnsent<string>('draft', ticketId) ?? ''

/** Keeps the text; an unchanged one keeps the time of its last change, too. */
export function saveDraft(ticketId: string, text: string): void {
  if (text !== draftOf(ticketId)) writeUnsent('draft', ticketId, text)
}

/** Calls back with a draft that another tab or another device changed. */
export const followDraft = (ticketId: string, changed: (text: string) => void): (() => void) =>
  followUnsent('draft', ticketId, changed)

/** Returns the draft of a ticket and follows its changes. */
export const useDraft = (ticketId: string): string => useUnsentText('draft', ticketId)
