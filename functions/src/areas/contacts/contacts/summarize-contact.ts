import type { TagRef } from '@balcao/shared/entities/tag.ts'
import type { WhatsappRef } from '@balcao/shared/entities/whatsapp.ts'
import { timeOfPlace } from '@balcao/shared/message-place.ts'
import { requireContact } from '../../../data/contacts/contact.ts'
import { getCustomer } from '../../../data/customers/customer-row.ts'
import { instant } from '../../../data/instant.ts'
import { getTickets } from '../../../data/tickets/ticket.ts'
import { contactSource, linkedTickets } from '../../../data/tickets/ticket-link.ts'
import { sees } from '../../../data/tickets/ticket-list.ts'
import type { TicketRow } from '../../../data/tickets/ticket-row.ts'
import { callerOf } from '../../tickets/caller.ts'
import type { Operations } from '../operations.ts'

/** Latest tickets that the head of the page is made of. */
const LATEST = 20

export const summarizeContact: Operations['contacts']['summary'] = async (ctx, { params: { id } }) => {
  const { companyId } = ctx
  const [{ viewer }, contact, ids] = await Promise.all([
    callerOf(ctx),
    requireContact(companyId, id),
    linkedTickets(companyId, contactSource(id), { limit: LATEST }),
  ])
  const [found, customer] = await Promise.all([
    getTickets(companyId, ids),
    contact.customerId === null ? undefined : getCustomer(companyId, contact.customerId),
  ])
  const tickets = found.filter(ticket => sees(viewer, ticket))
  const seen = Math.max(0, ...tickets.map(lastWordsAt))
  return {
    lastSeenAt: seen > 0 ? instant(seen) : null,
    connections: distinct(tickets.map(({ whatsapp }): WhatsappRef => whatsapp)),
    tags: distinct(tickets.flatMap(({ tags }) => tags.map(({ id, name, color }): TagRef => ({ id, name, color })))),
    birthday: customer?.birthday ?? null,
  }
}

/** Returns when (epoch ms) the contact last wrote in a ticket, 0 if its row does not say. */
const lastWordsAt = ({ last, customerWords }: TicketRow): number =>
  last?.origin === 'contact' ? timeOfPlace(last.place) : customerWords ? timeOfPlace(customerWords.place) : 0

const distinct = <T extends { id: string }>(rows: readonly T[]): T[] => [
  ...new Map(rows.map(row => [row.id, row])).values(),
]
