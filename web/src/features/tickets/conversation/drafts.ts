import { readUnsent, useUnsentText, writeUnsent } from '#/lib/unsent.ts'

/** Returns the unsent text of a ticket's input: it survives a reload and the end of the session. */
export const draftOf = (ticketId: string): string => readUnsent<string>('draft', ticketId) ?? ''

export const saveDraft = (ticketId: string, text: string): void => writeUnsent('draft', ticketId, text)

/** Returns the draft of a ticket and follows its changes. */
export const useDraft = (ticketId: string): string => useUnsentText('draft', ticketId)
