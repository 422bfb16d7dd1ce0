/** Maps notes of Chatwoot, and makes those of what a ticket has no place for. */
import { whatsappMarks } from './chatwoot-markdown.ts'
import type { ChatwootRow } from './chatwoot-tables.ts'
import type { ImportedNote } from './record.ts'
import { bodyIn, type ChangeNote, instantOf, type Mapped } from './values.ts'

/** Maps a note: a private message, or a note at the contact. */
export function mapChatwootNote(
  row: { id: string | null; line: number; at: number | null; content: string | null },
  context: {
    id: string
    ticketId: string
    contactId: string
    /** Agent who wrote it, and their id if they came. */
    authorId: string | null
    userId: string | null
    ticketCreatedAt: number
    /** Number of its files: a note here has none. */
    files: number
  },
): Mapped<ImportedNote> {
  const changes: ChangeNote[] = Array.from({ length: context.files }, () => ({ reason: 'mediaMissing' }))
  const note = bodyIn(whatsappMarks((row.content ?? '').trim()), changes)
  if (!row.id) return { refusal: 'noId' }
  if (!note) return { refusal: 'empty' }
  if (context.authorId !== null && context.userId === null)
    changes.push({ reason: 'userMissing', detail: context.authorId })
  if (row.at === null) changes.push({ reason: 'dateReplaced' })
  const record: ImportedNote = {
    kind: 'note',
    source: { id: context.id, line: row.line },
    createdAt: row.at ?? context.ticketCreatedAt,
    ticketId: context.ticketId,
    contactId: context.contactId,
    note,
    userId: context.userId,
  }
  return { record, changes }
}

type Surroundings = {
  contactId: string
  ratings: ChatwootRow<'csat_survey_responses'>[]
  hasUser: (id: string) => boolean
}

/**
 * Returns the notes of a conversation that no row of notes is: its attributes that no field takes,
 * comments of ratings, and what supervisors wrote about them.
 */
export function conversationNotes(
  row: ChatwootRow<'conversations'>,
  { contactId, ratings, hasUser }: Surroundings,
  { createdAt, changedAt, lines }: { createdAt: number; changedAt: number; lines: string[] },
  changes: ChangeNote[],
): ImportedNote[] {
  const noteOf = (id: string, at: number, text: string, userId: string | null = null): ImportedNote => ({
    kind: 'note',
    source: { id, line: row.line },
    isFurther: true,
    createdAt: at,
    ticketId: row.id!,
    contactId,
    note: bodyIn(text, changes),
    userId,
  })
  const notes: ImportedNote[] = []
  if (lines.length > 0)
    notes.push(noteOf(`attributes-${row.id}`, createdAt, `Campos da conversa no Chatwoot\n${lines.join('\n')}`))
  for (const rating of ratings) {
    const { id, rating: given, review_notes_updated_by_id: by } = rating
    const at = rating.at ?? changedAt
    const of = `da avaliação (${given ?? '?'} de 5)`
    const comment = rating.feedback_message?.trim()
    if (comment) notes.push(noteOf(`rating-${id}`, at, `Comentário ${of}: ${comment}`))
    const review = rating.csat_review_notes?.trim()
    const reviewedAt = instantOf(rating.review_notes_updated_at) ?? at
    if (review)
      notes.push(noteOf(`review-${id}`, reviewedAt, `Análise ${of}: ${review}`, by !== null && hasUser(by) ? by : null))
  }
  return notes
}
