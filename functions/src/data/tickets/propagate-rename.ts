/**
 * Copies a new name to the tickets that show it, and removes deleted tags and queues from them.
 * Each function is idempotent.
 */
import { isDeepStrictEqual } from 'node:util'
import type { QueueRef } from '@balcao/shared/entities/queue.ts'
import type { UserRef } from '@balcao/shared/entities/user.ts'
import { getWhatsapp } from '../channels/whatsapp.ts'
import { type ContactRow, getContact } from '../contacts/contact-row.ts'
import { otherIdentityOf } from '../contacts/other-identity.ts'
import { renameLinked } from '../customers/customer.ts'
import { getQueue } from '../team/queue.ts'
import { getUser } from '../team/user.ts'
import { changeTickets, type Decide, type OnTicketChanged } from './change-tickets.ts'
import { liveTicketsOf } from './live-ticket.ts'
import { countTags, getTag, tagRef } from './tag.ts'
import { contactSource, dropLink, linkedTickets, relinkTags, tagSource } from './ticket-link.ts'
import { ticketIdsOfPartition } from './ticket-partitions.ts'
import { contactOfTicket, OPEN_PARTITIONS, type TicketRow } from './ticket-row.ts'

export type Renamed = 'contact' | 'queue' | 'user' | 'whatsapp' | 'tag'

const BATCH = 100

/** Applies the same change to several tickets. */
const each = (companyId: string, ids: readonly string[], decide: Decide, onChanged: OnTicketChanged): Promise<void> =>
  changeTickets(companyId, ids, () => decide, onChanged)

async function* linked(companyId: string, source: string): AsyncGenerator<string[]> {
  let before: string | null = null
  for (;;) {
    const ids: string[] = await linkedTickets(companyId, source, { limit: BATCH, before })
    if (ids.length > 0) yield ids
    if (ids.length < BATCH) return
    before = ids.at(-1)!
  }
}

/**
 * Returns the contact as a ticket shows it, which keeps a number that was merged into the contact.
 */
const withNumberOf = (
  { contact: { number } }: TicketRow,
  contact: TicketRow['contact'],
  row: ContactRow,
): TicketRow['contact'] => (otherIdentityOf(row, { number }) ? { ...contact, number } : contact)

/**
 * Writes the current name of an entity to its live tickets. For a contact or a tag, closed tickets
 * are updated too; for a contact, also its customer.
 */
export async function propagateRename(
  companyId: string,
  entity: Renamed,
  id: string,
  onChanged: OnTicketChanged,
): Promise<void> {
  switch (entity) {
    case 'contact': {
      const row = await getContact(companyId, id, true)
      if (!row) return
      await renameLinked(row)
      const contact = contactOfTicket(row)
      for await (const ids of linked(companyId, contactSource(id)))
        await each(companyId, ids, now => quietly(now, { contact: withNumberOf(now, contact, row) }), onChanged)
      return
    }
    case 'queue': {
      const row = await getQueue(companyId, id)
      if (!row) return takeQueueAway(companyId, id, onChanged)
      const queue: QueueRef = { id, name: row.name, color: row.color }
      for (const status of ['pending', ...OPEN_PARTITIONS] as const)
        for await (const ids of ticketIdsOfPartition(companyId, { index: 'byQueue', status, id }))
          await each(companyId, ids, now => (now.queue?.id === id ? quietly(now, { queue }) : undefined), onChanged)
      return
    }
    case 'user': {
      const row = await getUser(companyId, id)
      if (!row) return
      const user: UserRef = { id, name: row.name }
      for (const status of OPEN_PARTITIONS)
        for await (const ids of ticketIdsOfPartition(companyId, { index: 'byUser', status, id }))
          await each(
            companyId,
            ids,
            now => (now.user?.id === id ? quietly(now, { user, ...signed(now, user) }) : undefined),
            onChanged,
          )
      return
    }
    case 'whatsapp': {
      const row = await getWhatsapp(companyId, id)
      if (!row) return
      const whatsapp = { id, name: row.name }
      for await (const ids of liveTicketsOf(companyId, id))
        await each(companyId, ids, now => (now.whatsapp.id === id ? quietly(now, { whatsapp }) : undefined), onChanged)
      return
    }
    case 'tag': {
      const row = await getTag(companyId, id, true)
      const source = tagSource(id)
      for await (const ids of linked(companyId, source)) {
        await each(
          companyId,
          ids,
          now => {
            const others = now.tags.filter(tag => tag.id !== id)
            if (!row) return quietly(now, { tags: others }, relinkTags(companyId, now.id, [id], []))
            // The tag became a column. A ticket that is already in another column stays there, as
            // it can have only one.
            if (row.kanban === 1 && others.some(tag => tag.kanban)) return without(companyId, now, id)
            return quietly(now, { tags: now.tags.map(tag => (tag.id === id ? tagRef(row) : tag)) })
          },
          onChanged,
        )
        if (!row) await Promise.all(ids.map(ticketId => dropLink(companyId, source, ticketId)))
      }
    }
  }
}

/**
 * Returns the change that takes an existing tag off a ticket, or undefined if the ticket does not
 * have it.
 */
function without(companyId: string, now: TicketRow, tagId: string) {
  const had = now.tags.map(tag => tag.id)
  if (!had.includes(tagId)) return undefined
  const tags = now.tags.filter(tag => tag.id !== tagId)
  const has = tags.map(tag => tag.id)
  const extra = [...countTags(companyId, had, has), ...relinkTags(companyId, now.id, had, has)]
  return { set: { tags }, extra, touch: false }
}

/** Returns the newest message with its author's new name, if this user wrote it. */
const signed = ({ last }: TicketRow, user: UserRef): Partial<TicketRow> =>
  last?.user?.id === user.id ? { last: { ...last, user } } : {}

/**
 * Returns a change that keeps the ticket's place in the lists, or undefined if the values are
 * already set.
 */
function quietly(now: TicketRow, set: Partial<TicketRow>, extra: ReturnType<typeof relinkTags> = []) {
  const had = Object.fromEntries(Object.keys(set).map(name => [name, now[name as keyof TicketRow]]))
  return isDeepStrictEqual(had, set) ? undefined : { set, extra, touch: false }
}

/** Removes a deleted queue from its live tickets, which then have no queue. */
export async function takeQueueAway(companyId: string, queueId: string, onChanged: OnTicketChanged): Promise<void> {
  for (const status of ['pending', ...OPEN_PARTITIONS] as const)
    for await (const ids of ticketIdsOfPartition(companyId, { index: 'byQueue', status, id: queueId }))
      await each(
        companyId,
        ids,
        now => (now.queue?.id === queueId ? { set: { queue: null }, touch: false } : undefined),
        onChanged,
      )
}
