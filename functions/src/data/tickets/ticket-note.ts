import type { NoteReason, TicketNote } from '@balcao/shared/entities/ticket.ts'
import type { UserRef } from '@balcao/shared/entities/user.ts'
import { newId, timeOfId } from '@balcao/shared/ids.ts'
import { Entity, type EntityItem } from 'electrodb'
import { documentClient, tableName } from '../table/client.ts'
import { index, model } from '../table/entity.ts'
import { fromQuery, type Source } from '../table/page.ts'
import { put, type Write } from '../table/transact.ts'

const TicketNoteEntity = new Entity({
  model: model('ticketNote'),
  attributes: {
    companyId: { type: 'string', required: true },
    noteId: { type: 'string', required: true },
    ticketId: { type: 'string', required: true },
    contactId: { type: 'string', required: true },
    note: { type: 'string', required: true },
    reason: { type: 'any' },
    user: { type: 'any', required: true },
  },
  indexes: {
    byId: index(
      'main',
      { composite: ['companyId', 'noteId'], template: '${companyId}#note#${noteId}' },
      { composite: [], template: 'note' },
    ),
    byTicket: index(
      'gsi1',
      { composite: ['companyId', 'ticketId'], template: '${companyId}#notes#ticket#${ticketId}' },
      { composite: ['noteId'], template: '${noteId}' },
    ),
    byContact: index(
      'gsi2',
      { composite: ['companyId', 'contactId'], template: '${companyId}#notes#contact#${contactId}' },
      { composite: ['noteId'], template: '${noteId}' },
    ),
  },
} as const)

const options = () => ({ client: documentClient(), table: tableName() })

const toNote = (row: Omit<EntityItem<typeof TicketNoteEntity>, 'companyId'>): TicketNote => ({
  id: row.noteId,
  note: row.note,
  ...(row.reason ? { reason: row.reason } : {}),
  ticketId: row.ticketId,
  contactId: row.contactId,
  user: row.user,
  createdAt: new Date(timeOfId(row.noteId)).toISOString(),
})

type NewNote = {
  /** Of a note that is made once, however often: a new one otherwise. */
  id?: string
  note: string
  /** Of a machine's. */
  reason?: NoteReason | undefined
  ticketId: string
  contactId: string
  user: UserRef
}

const newNote = (companyId: string, { id: noteId = newId(), ...given }: NewNote) => ({
  ...given,
  companyId,
  noteId,
  user: { id: given.user.id, name: given.user.name },
})

export async function createNote(companyId: string, given: NewNote): Promise<TicketNote> {
  const row = newNote(companyId, given)
  await TicketNoteEntity.put(row).go(options())
  return toNote(row)
}

/** A new note, and the write, labelled `note`, that makes it. */
export function noteWrite(companyId: string, given: NewNote): { note: TicketNote; write: Write } {
  const row = newNote(companyId, given)
  return { note: toNote(row), write: put('note', TicketNoteEntity.put(row).params({ table: tableName() })) }
}

export async function getNote(companyId: string, noteId: string): Promise<TicketNote | undefined> {
  const { data } = await TicketNoteEntity.get({ companyId, noteId }).go(options())
  return data ? toNote(data) : undefined
}

const NOTE_ATTRIBUTES = ['noteId', 'ticketId', 'contactId', 'note', 'reason', 'user'] as const
const reading = { attributes: NOTE_ATTRIBUTES, toRow: toNote, positionOf: (note: TicketNote) => note.id }

/** Notes of a ticket, newest first. */
export const ticketNotes = (companyId: string, ticketId: string): Source<TicketNote> =>
  fromQuery(from => {
    const query = TicketNoteEntity.query.byTicket({ companyId, ticketId })
    return from ? query.lt({ noteId: from as string }) : query
  }, reading)

/** Notes of all tickets of a contact, newest first. */
export const contactNotes = (companyId: string, contactId: string): Source<TicketNote> =>
  fromQuery(from => {
    const query = TicketNoteEntity.query.byContact({ companyId, contactId })
    return from ? query.lt({ noteId: from as string }) : query
  }, reading)

export async function deleteNote(companyId: string, noteId: string): Promise<void> {
  await TicketNoteEntity.delete({ companyId, noteId }).go(options())
}

/** Carries a note to the contact its ticket belongs to now. */
export async function moveNote(companyId: string, noteId: string, contactId: string): Promise<void> {
  const { data } = await TicketNoteEntity.get({ companyId, noteId }).go(options())
  if (data) await TicketNoteEntity.put({ ...data, contactId }).go(options())
}
