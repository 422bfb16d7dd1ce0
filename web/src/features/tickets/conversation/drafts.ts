import { readUnsent, useUnsentText, writeUnsent } from '#/lib/unsent.ts'

/** Returns what was typed and not sent in a ticket: it outlives a reload and a session that ends by itself. */
export const draftOf = (ticketId: string): string => readUnsent<string>('draft', ticketId) ?? ''

export const saveDraft = (ticketId: string, text: string): void => writeUnsent('draft', ticketId, text)

/** The draft of a ticket, as it is typed. */
export const useDraft = (ticketId: string): string => useUnsentText('draft', ticketId)
