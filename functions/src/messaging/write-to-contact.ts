import { AppError } from '@balcao/shared/errors.ts'
import type { WhatsappRow } from '../data/channels/whatsapp.ts'
import type { ContactRow } from '../data/contacts/contact-row.ts'
import { findLiveTicket, lastContactAtOf } from '../data/tickets/ticket.ts'
import type { TicketRow } from '../data/tickets/ticket-row.ts'
import { publishTicket, publishTicketLogs } from './publish-ticket.ts'
import { recordConnection } from './record-connection.ts'
import { type Outgoing, type Sent, sendMessage } from './send-message.ts'
import { createArmedTicket } from './ticket-timers.ts'

const ROUNDS = 5

/**
 * Sends a message into the contact's ticket on a connection, which is found or created (pending,
 * without a queue); no user is alerted.
 * @throws what `sendMessage` and `again` throw
 * @param again finds the contact once more, if it was deleted meanwhile
 * @param outgoing the message to send, given its ticket
 */
export async function writeToContact(
  companyId: string,
  connection: WhatsappRow,
  contact: ContactRow,
  again: () => Promise<ContactRow>,
  outgoing: (ticket: TicketRow) => Omit<Outgoing, 'ticket'>,
): Promise<Sent> {
  let found = contact
  // Before a ticket is made for it.
  if (contact.blocked) throw new AppError('ERR_CONTACT_BLOCKED')
  for (let round = 0; ; round++) {
    try {
      const ticket = await ticketFor(companyId, connection, found)
      const sent = await sendMessage({ companyId }, { ...outgoing(ticket), ticket })
      await recordConnection(companyId, found.id, connection.id, found)
      return sent
    } catch (error) {
      if (!isOutdated(error) || round >= ROUNDS) throw error
      found = await again()
    }
  }
}

/**
 * Returns whether the ticket was closed or deleted, or the contact deleted, between finding it and
 * sending to it.
 */
const isOutdated = (error: unknown): boolean =>
  error instanceof AppError && ['ERR_TICKET_CLOSED', 'ERR_NO_TICKET_FOUND', 'ERR_NO_CONTACT_FOUND'].includes(error.code)

async function ticketFor(companyId: string, connection: WhatsappRow, contact: ContactRow): Promise<TicketRow> {
  const live = await findLiveTicket(companyId, connection.id, contact.id)
  if (live) return live
  const made = await createArmedTicket(companyId, {
    contact,
    whatsapp: { id: connection.id, name: connection.name },
    queue: null,
    user: null,
    status: 'pending',
    lastContactAt: contact.scoped ? await lastContactAtOf(companyId, connection.id, contact.id) : null,
  })
  if (made.outcome === 'exists') return made.ticket
  await Promise.all([publishTicket(made.ticket), publishTicketLogs(made.ticket, made.logs)])
  return made.ticket
}
