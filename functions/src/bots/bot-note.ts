import type { NoteReason } from '@balcao/shared/entities/ticket.ts'
import { errorText } from '@balcao/shared/errors.ts'
import { noteTexts } from '@balcao/shared/rules/bot-notes.ts'

const TEXTS = noteTexts('pt')

/**
 * Returns a bot's note: the reason, shown by the browser in the reader's language, and its
 * Portuguese text for all other readers of notes.
 */
export function botNote(reason: NoteReason): { note: string; reason: NoteReason } {
  const given = { words: reason.words ?? '', error: reason.error ? errorText(reason.error, 'pt') : '' }
  // Replaced in one pass: a bot's text may contain such a mark itself.
  const note = (TEXTS[`NOTE_${reason.note}`] ?? '').replace(
    /\{\{(words|error)\}\}/g,
    (_, name: keyof typeof given) => given[name],
  )
  return { note, reason }
}
