import { requireContact } from '../../../data/contact.ts'
import { sees, ticketsOfContact } from '../../../data/ticket-list.ts'
import { toWireTicket } from '../../../data/wire.ts'
import { callerOf } from '../../tickets/caller.ts'
import type { Operations } from '../operations.ts'

export const listContactTickets: Operations['contacts']['tickets'] = async (ctx, { params }) => {
  const { companyId } = ctx
  const [{ viewer }, tickets] = await Promise.all([
    callerOf(ctx),
    ticketsOfContact(companyId, params.id),
    requireContact(companyId, params.id),
  ])
  return Promise.all(tickets.filter(ticket => sees(viewer, ticket)).map(toWireTicket))
}
