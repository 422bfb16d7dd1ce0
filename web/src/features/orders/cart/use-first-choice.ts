import { stores } from '@balcao/shared/api/catalog/stores.ts'
import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { draftOrder } from '@balcao/shared/api/tickets/draft-order.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#/lib/queries.ts'

/** Returns the query of what an order of a ticket begins with. */
export const presetOf = (ticketId: string) => apiQuery(draftOrder.preset, { params: { ticketId } })

/**
 * Returns the initial choice: who buys and where, by the contact's last order (the server's
 * preset); the only store, if there is one.
 */
export function useFirstChoice(ticket: Ticket) {
  const all = useQuery(apiQuery(stores.listAll))
  const active = (all.data ?? []).filter(({ isActive }) => isActive)
  const contact = useQuery({
    ...apiQuery(contacts.get, { params: { id: ticket.contactId } }),
    enabled: !ticket.isGroup,
  })
  const preset = useQuery(presetOf(ticket.id)).data
  const known = active.find(({ id }) => id === preset?.storeId)
  return {
    /** Contact, while it is linked to no customer. */
    unlinked: contact.data && contact.data.customerId === null ? contact.data : null,
    presetId: preset?.customer?.id ?? null,
    stores: active,
    query: all,
    storeId: known?.id ?? (active.length === 1 ? (active[0]?.id ?? null) : null),
    customer: preset?.customer ?? undefined,
  }
}
