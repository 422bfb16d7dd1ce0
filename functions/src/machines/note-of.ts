import type { NoteReason } from '@balcao/shared/entities/ticket.ts'
import { errorText } from '@balcao/shared/errors.ts'
import { noteTexts } from '@balcao/shared/rules/machine-notes.ts'

const TEXTS = noteTexts('pt')

/** The note a machine writes: why, for whoever reads it in the browser in their language, and the same in Portuguese for all else that reads notes. */
export function noteOf(reason: NoteReason): { note: string; reason: NoteReason } {
  const given = { words: reason.words ?? '', error: reason.error ? errorText(reason.error, 'pt') : '' }
  // In one go: what a machine said may hold such a mark itself.
  const note = (TEXTS[`NOTE_${reason.note}`] ?? '').replace(
    /\{\{(words|error)\}\}/g,
    (_, name: keyof typeof given) => given[name],
  )
  return { note, reason }
}
