import type { NoteReason, TicketNote } from '@balcao/shared/entities/ticket.ts'
import type { UserRef } from '@balcao/shared/entities/user.ts'
import { newId, timeOfId } from '@balcao/shared/ids.ts'
import { z } from 'zod'
import { defineRow, type RowOf } from '../table/define-row.ts'
import { fromQuery, type Source } from '../table/page.ts'
import { isWritten } from '../table/refused.ts'
import { deleteOne, putOne, updateOne } from '../table/single-write.ts'
import { put, type Write } from '../table/transact.ts'

const TICKET_NOTES = defineRow({
  kind: 'ticketNote',
  key: { pk: '${companyId}#note#${noteId}', sk: 'note' },
  indexes: {
    gsi1: { pk: '${companyId}#notes#ticket#${ticketId}', sk: '${noteId}' },
    gsi2: { pk: '${companyId}#notes#contact#${contactId}', sk: '${noteId}' },
  },
  content: z.object({
    companyId: z.string(),
    noteId: z.string(),
    ticketId: z.string(),
    contactId: z.string(),
    note: z.string(),
    reason: z.custom<NoteReason>().optional(),
    user: z.custom<UserRef>(),
    mentions: z.custom<UserRef[]>().optional(),
    /** Import and source id of a note of another system (imports/imported-row.ts). */
    importedFrom: z.string().optional(),
  }),
})

type NoteRow = RowOf<typeof TICKET_NOTES>

/** Note with what it says of its origin, which the wire leaves out. */
type StoredNote = TicketNote & { importedFrom?: string }

const toNote = (row: Omit<NoteRow, 'companyId'>): StoredNote => ({
  id: row.noteId,
  note: row.note,
  ...(row.reason ? { reason: row.reason } : {}),
  ticketId: row.ticketId,
  contactId: row.contactId,
  user: row.user,
  ...(row.mentions ? { mentions: row.mentions } : {}),
  createdAt: new Date(timeOfId(row.noteId)).toISOString(),
  ...(row.importedFrom ? { importedFrom: row.importedFrom } : {}),
})

type NewNote = {
  /** Id of a note that is created only once, however often it is attempted; a new id otherwise. */
  id?: string
  note: string
  /** Reason of a bot's note. */
  reason?: NoteReason | undefined
  ticketId: string
  contactId: string
  user: UserRef
  /** Colleagues whom it names. */
  mentions?: UserRef[] | undefined
}

const newNote = (companyId: string, { id: noteId = newId(), ...given }: NewNote) => ({
  ...given,
  companyId,
  noteId,
  user: { id: given.user.id, name: given.user.name },
})

export async function createNote(companyId: string, given: NewNote): Promise<TicketNote> {
  const row = newNote(companyId, given)
  await putOne(TICKET_NOTES.put(row))
  return toNote(row)
}

/** Returns a new note, and the write, labelled `note`, that creates it. */
export function noteWrite(companyId: string, given: NewNote): { note: TicketNote; write: Write } {
  const row = newNote(companyId, given)
  return { note: toNote(row), write: put('note', TICKET_NOTES.put(row)) }
}

export async function getNote(companyId: string, noteId: string): Promise<TicketNote | undefined> {
  const row = await TICKET_NOTES.get({ companyId, noteId })
  return row && toNote(row)
}

const NOTE_ATTRIBUTES = [
  'noteId',
  'ticketId',
  'contactId',
  'note',
  'reason',
  'user',
  'mentions',
  'importedFrom',
] as const
const reading = { attributes: NOTE_ATTRIBUTES, toRow: toNote, positionOf: (note: StoredNote) => note.id }
const before = (from: unknown) => (from ? { below: from as string } : undefined)

/** Reads the notes of a ticket, newest first. */
export const ticketNotes = (companyId: string, ticketId: string): Source<StoredNote> =>
  fromQuery(from => TICKET_NOTES.queryIndex('gsi1', { companyId, ticketId }, before(from)), reading)

/** Reads the notes of all tickets of a contact, newest first. */
export const contactNotes = (companyId: string, contactId: string): Source<StoredNote> =>
  fromQuery(from => TICKET_NOTES.queryIndex('gsi2', { companyId, contactId }, before(from)), reading)

export async function deleteNote(companyId: string, noteId: string): Promise<void> {
  await deleteOne(TICKET_NOTES.delete({ companyId, noteId }))
}

/** Moves a note to the contact its ticket belongs to now; one that is gone stays so. */
export async function moveNote(companyId: string, noteId: string, contactId: string): Promise<void> {
  await isWritten(updateOne(TICKET_NOTES.change({ companyId, noteId }, { set: { contactId } })))
}
