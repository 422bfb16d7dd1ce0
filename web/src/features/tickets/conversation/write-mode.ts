/** Kind of text written below a conversation: a message to the contact, or a note for the team. */
export type WriteMode = 'reply' | 'note'

/** Ids of what gets the focus in each mode. */
export const WRITE_ID = 'ticket-message'
export const NOTE_ID = 'ticket-note'

/** Interval and number of looks for an element whose part may have to load first: 2 s. */
const LOOK_MS = 50
const LOOKS = 40

/**
 * Focuses the field of a mode once it exists. A mode without one, since nothing may be sent, leaves
 * the focus with the conversation.
 */
export function focusField(mode: WriteMode, looks = LOOKS): void {
  const field = document.getElementById(mode === 'note' ? NOTE_ID : WRITE_ID)
  if (field) field.focus()
  else if (looks > 0) setTimeout(() => focusField(mode, looks - 1), LOOK_MS)
  else document.querySelector<HTMLElement>('[data-conversation-log]')?.focus()
}

/**
 * Moves the focus from a field to the conversation: single keys act again, the next Esc leaves.
 * Messages that are still loading cannot have the focus; the field loses it all the same.
 */
export function leaveField(field: HTMLElement): void {
  const log = document.querySelector<HTMLElement>('[data-conversation-log]')
  if (log) log.focus()
  else field.blur()
}
