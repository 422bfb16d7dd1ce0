import { createContact } from '../src/data/contacts/contact.ts'
import { createTicket } from '../src/data/tickets/ticket.ts'
import type { TicketRow } from '../src/data/tickets/ticket-row.ts'
import { makeCompany, makeWhatsapp } from './harness.ts'
import { someNumber } from './pipeline-fixture.ts'
import { receiveMessage } from './receive-message.ts'

export type ForwardFixture = Awaited<ReturnType<typeof makeForwardFixture>>

/** Creates a company whose admin forwards between open tickets of a connection. */
export async function makeForwardFixture() {
  const company = await makeCompany()
  const { admin } = company
  const whatsapp = await makeWhatsapp(company.id, { isDefault: true, status: 'DISCONNECTED' })
  const makeContact = (companyId = company.id) =>
    createContact(companyId, { name: 'Maria', number: someNumber(), email: '', extraInfo: [] })
  const makeTicket = async (changes: Partial<Parameters<typeof createTicket>[1]> = {}): Promise<TicketRow> => {
    const contact = await makeContact()
    const user = { id: admin.user.id, name: admin.user.name }
    const made = await createTicket(company.id, { contact, whatsapp, queue: null, user, status: 'open', ...changes })
    if (made.outcome !== 'created') throw new Error(made.outcome)
    return made.ticket
  }
  const receive = (ticket: TicketRow, changes: object = {}) =>
    receiveMessage(company.id, ticket.id, whatsapp.id, changes)
  return { company, admin, whatsapp, makeContact, makeTicket, receive }
}
