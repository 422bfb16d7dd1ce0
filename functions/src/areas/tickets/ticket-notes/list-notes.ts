import type { TicketNote } from '@balcao/shared/entities/ticket.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { requireContact } from '../../../data/contacts/contact.ts'
import type { Source } from '../../../data/table/page.ts'
import { getTickets } from '../../../data/tickets/ticket.ts'
import { sees, type Viewer } from '../../../data/tickets/ticket-list.ts'
import { contactNotes, ticketNotes } from '../../../data/tickets/ticket-note.ts'
import { plainList } from '../../../http/plain-list.ts'
import { callerOf, visibleTicket } from '../caller.ts'
import type { Operations } from '../operations.ts'

export const listNotes: Operations['ticketNotes']['list'] = async (ctx, { query }) => {
  const { companyId } = ctx
  const { ticketId, contactId } = query
  if (ticketId) {
    const { ticket } = await visibleTicket(ctx, ticketId)
    if (contactId && contactId !== ticket.contact.id) throw new AppError('ERR_NO_CONTACT_FOUND')
    return plainList(ctx, `notes|${ticketId}`, ticketNotes(companyId, ticketId), query)
  }
  if (!contactId) throw new AppError('ERR_VALIDATION', { details: [{ path: 'ticketId', code: 'required' }] })
  const [{ viewer }] = await Promise.all([callerOf(ctx), requireContact(companyId, contactId)])
  const source = seenBy(companyId, viewer, contactNotes(companyId, contactId))
  const seen = await plainList(ctx, `contact-notes|${contactId}`, source, query, ({ isSeen }) => isSeen)
  return seen.map(({ note }) => note)
}

/** Notes of tickets in other users' queues stay hidden. */
const seenBy =
  (companyId: string, viewer: Viewer, notes: Source<TicketNote>): Source<{ note: TicketNote; isSeen: boolean }> =>
  async (wanted, from) => {
    const slice = await notes(wanted, from)
    const tickets = await getTickets(companyId, [...new Set(slice.rows.map(({ row }) => row.ticketId))])
    const seen = new Set(tickets.filter(ticket => sees(viewer, ticket)).map(({ id }) => id))
    const rows = slice.rows.map(found => ({ ...found, row: { note: found.row, isSeen: seen.has(found.row.ticketId) } }))
    return { ...slice, rows }
  }
