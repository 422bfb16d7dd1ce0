import { requireContact } from '../../../data/contacts/contact.ts'
import { contactTickets, sees } from '../../../data/tickets/ticket-list.ts'
import { toWireTicket } from '../../../data/tickets/wire.ts'
import { plainList } from '../../../http/plain-list.ts'
import { callerOf } from '../../tickets/caller.ts'
import type { Operations } from '../operations.ts'

export const listContactTickets: Operations['contacts']['tickets'] = async (ctx, { params: { id }, query }) => {
  const { companyId } = ctx
  const [{ viewer }] = await Promise.all([callerOf(ctx), requireContact(companyId, id)])
  const source = contactTickets(companyId, id)
  const tickets = await plainList(ctx, `contact-tickets|${id}`, source, query, ticket => sees(viewer, ticket))
  return Promise.all(tickets.map(toWireTicket))
}
