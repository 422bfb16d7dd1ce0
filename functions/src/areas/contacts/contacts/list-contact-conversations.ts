import { requireContact } from '../../../data/contacts/contact.ts'
import { pageOf } from '../../../data/table/page.ts'
import { contactTickets, sees } from '../../../data/tickets/ticket-list.ts'
import { toWireTicket } from '../../../data/tickets/wire.ts'
import { callerOf } from '../../tickets/caller.ts'
import type { Operations } from '../operations.ts'

export const listContactConversations: Operations['contacts']['conversations'] = async (
  ctx,
  { params: { id }, query },
) => {
  const { companyId } = ctx
  const [{ viewer }] = await Promise.all([callerOf(ctx), requireContact(companyId, id)])
  const list = `contact-conversations|${id}|${viewer.userId}`
  const { rows, ...page } = await pageOf(companyId, list, contactTickets(companyId, id), {
    ...query,
    accept: ticket => sees(viewer, ticket),
  })
  return { ...page, tickets: await Promise.all(rows.map(toWireTicket)) }
}
