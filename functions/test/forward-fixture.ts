import type { NewTicket } from '../src/data/tickets/ticket.ts'
import type { TicketRow } from '../src/data/tickets/ticket-row.ts'
import { makeCompany, makeWhatsapp } from './harness.ts'
import { makeTicket } from './make-ticket.ts'
import { receiveMessage } from './receive-message.ts'

export type ForwardFixture = Awaited<ReturnType<typeof makeForwardFixture>>

/** Creates a company whose admin forwards between open tickets of a connection. */
export async function makeForwardFixture() {
  const company = await makeCompany()
  const { admin } = company
  const whatsapp = await makeWhatsapp(company.id, { isDefault: true, status: 'DISCONNECTED' })
  const openTicket = (changes: Partial<NewTicket> = {}) =>
    makeTicket(company.id, { whatsapp, user: admin.user, status: 'open', ...changes })
  const receive = (ticket: TicketRow, changes: object = {}) =>
    receiveMessage(company.id, ticket.id, whatsapp.id, changes)
  return { company, admin, whatsapp, openTicket, receive }
}
