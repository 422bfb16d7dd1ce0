import { newId } from '@balcao/shared/ids.ts'
import { createTicket, type NewTicket } from '../src/data/tickets/ticket.ts'
import type { TicketRow } from '../src/data/tickets/ticket-row.ts'
import { makeContact } from './make-contact.ts'

/**
 * Creates a pending ticket without queue and user, for a new contact on a connection that exists in
 * name only; `changes` name what a test is about. Throws if the contact has a live ticket there.
 */
export async function makeTicket(companyId: string, changes: Partial<NewTicket> = {}): Promise<TicketRow> {
  const made = await createTicket(companyId, {
    contact: changes.contact ?? (await makeContact(companyId)),
    // A new one each time: a contact may have one live ticket on each.
    whatsapp: { id: newId(), name: 'Loja' },
    queue: null,
    user: null,
    status: 'pending',
    ...changes,
  })
  if (made.outcome !== 'created') throw new Error(made.outcome)
  return made.ticket
}
