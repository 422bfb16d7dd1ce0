/**
 * Finds the contacts that have a conversation the user may not see: the user may neither change
 * them nor write to them.
 */

import { listWhatsapps } from '../channels/whatsapp.ts'
import { batchItems } from '../table/batch-items.ts'
import { getUser, type UserRow } from '../team/user.ts'
import { conversationKey } from './live-ticket.ts'
import { getTickets } from './ticket.ts'
import { sees, seesAll, type Viewer } from './ticket-list.ts'
import type { TicketRow } from './ticket-row.ts'

export type ContactVisibility = { queueId: string | null; userId: string | null }

/**
 * Reads the tickets of contacts that are not closed, on every connection of the company. The reads
 * are consistent: one read unit per contact and connection, and one per ticket.
 */
export async function liveTicketsOfContacts(companyId: string, contactIds: readonly string[]): Promise<TicketRow[]> {
  const connections = await listWhatsapps(companyId, true)
  const keys = [...new Set(contactIds)].flatMap(contactId =>
    connections.map(({ id }) => conversationKey(companyId, id, contactId)),
  )
  const held = await batchItems<{ ticketId?: string }>(keys, ['ticketId'], true)
  const tickets = await getTickets(
    companyId,
    held.flatMap(({ ticketId }) => ticketId ?? []),
    true,
  )
  return tickets.filter(({ status }) => status !== 'closed')
}

/**
 * Returns those of the contacts that have a live ticket which the viewer may not see. Costs nothing
 * for a viewer who sees all tickets.
 */
export async function hiddenContacts(
  companyId: string,
  viewer: Viewer,
  contactIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (seesAll(viewer) || contactIds.length === 0) return new Set()
  const live = await liveTicketsOfContacts(companyId, contactIds)
  return new Set(live.filter(ticket => !sees(viewer, ticket)).map(({ contact }) => contact.id))
}

/** Returns queue and user of the live tickets by contact: the values that decide visibility. */
export async function visibilityByContact(
  companyId: string,
  contactIds: readonly string[],
): Promise<ReadonlyMap<string, ContactVisibility[]>> {
  const visibilities = new Map<string, ContactVisibility[]>()
  for (const { contact, queue, user } of await liveTicketsOfContacts(companyId, contactIds)) {
    const known = visibilities.get(contact.id) ?? []
    visibilities.set(contact.id, [...known, { queueId: queue?.id ?? null, userId: user?.id ?? null }])
  }
  return visibilities
}

/**
 * Returns the viewer on whose behalf background work runs: the user as stored now, or a viewer who
 * sees nothing if the user was deleted.
 */
export async function viewerOfUser(companyId: string, userId: string): Promise<Viewer> {
  const user = await getUser(companyId, userId)
  return user ? viewerOf(user) : { userId, profile: 'user', super: false, queueIds: [], allTicket: 'disabled' }
}

const viewerOf = ({ id, profile, super: isSuper, queueIds, allTicket }: UserRow): Viewer => ({
  userId: id,
  profile,
  super: isSuper,
  queueIds,
  allTicket,
})
