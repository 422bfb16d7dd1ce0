import { AppError } from '@balcao/shared/errors.ts'
import { requireContact } from '../../../data/contact.ts'
import { getTickets } from '../../../data/ticket.ts'
import { sees } from '../../../data/ticket-list.ts'
import { notesOfContact, notesOfTicket } from '../../../data/ticket-note.ts'
import { callerOf, visibleTicket } from '../caller.ts'
import type { Operations } from '../operations.ts'

export const listNotes: Operations['ticketNotes']['list'] = async (ctx, { query: { ticketId, contactId } }) => {
  const { companyId } = ctx
  if (ticketId) {
    const { ticket } = await visibleTicket(ctx, ticketId)
    if (contactId && contactId !== ticket.contact.id) throw new AppError('ERR_NO_CONTACT_FOUND')
    return notesOfTicket(companyId, ticketId)
  }
  if (!contactId) throw new AppError('ERR_VALIDATION', { details: [{ path: 'ticketId', message: 'Required' }] })
  const [{ viewer }] = await Promise.all([callerOf(ctx), requireContact(companyId, contactId)])
  const notes = await notesOfContact(companyId, contactId)
  // Notes of tickets in queues of others stay theirs.
  const tickets = await getTickets(companyId, [...new Set(notes.map(note => note.ticketId))])
  const seen = new Set(tickets.filter(ticket => sees(viewer, ticket)).map(({ id }) => id))
  return notes.filter(note => seen.has(note.ticketId))
}
