/**
 * Writes the rows of tickets with their counts, several in a transaction, each under the condition
 * that it did not come before.
 */

import { fieldLinkWrites } from '../../data/fields/field-values.ts'
import { importedId, ledgerOf } from '../../data/imports/imported-row.ts'
import { countNewOnDays } from '../../data/reports/day-counter.ts'
import { reportWrites } from '../../data/reports/report-row.ts'
import { countNewTickets } from '../../data/table/counter.ts'
import { searchWrites } from '../../data/table/search-item.ts'
import { countInRow } from '../../data/table/small-list.ts'
import { MAX_WRITES, transactRepeatable, type Write, WriteConflict } from '../../data/table/transact.ts'
import { boardPositionWrites } from '../../data/tickets/board.ts'
import { claimConversation, conversationStatesOf, restoreLastTicket } from '../../data/tickets/live-ticket.ts'
import { searchSubject } from '../../data/tickets/ticket.ts'
import { linkTicket, relinkTags } from '../../data/tickets/ticket-link.ts'
import { restoredLogWrite } from '../../data/tickets/ticket-log.ts'
import { type TicketRow, ticketWrite } from '../../data/tickets/ticket-row.ts'
import { timerWrite } from '../../data/timers/timer.ts'
import { viewWrites } from '../../data/views/ticket-in-view.ts'
import { viewIndexesOf, withViews } from '../../data/views/view-index.ts'
import { inParts } from '../../in-parts.ts'
import type { Changes, Place } from './conversation.ts'
import { inTransactions, readInParts, writeLoose } from './in-transactions.ts'
import { ledgerFor } from './ledger-for.ts'
import { withMessages } from './with-messages.ts'
import { importedFrom, type WriteContext } from './write-context.ts'

/** Writes of a ticket's views at most. */
const VIEW_WRITES = 24
/** Writes reserved for the counts of the tickets of one transaction. */
const COUNT_WRITES = 46

/** Writes the rows of tickets that did not come before; returns what is to be said of some. */
export async function storeTickets(context: WriteContext, places: Place[]): Promise<Map<string, Changes>> {
  const { companyId } = context
  const changesOf = new Map<string, Changes>()
  const fresh = places.filter(({ known }) => !known)
  if (fresh.length === 0) return changesOf
  const [views, states] = await Promise.all([
    viewIndexesOf(companyId),
    readInParts(
      context.pace,
      [...new Map(fresh.map(({ row }) => [`${row.whatsapp.id}#${row.contact.id}`, row])).values()].map(row => ({
        whatsappId: row.whatsapp.id,
        contactId: row.contact.id,
      })),
      part => conversationStatesOf(companyId, part),
    ),
  ])
  for (const each of fresh) {
    const key = `${each.row.whatsapp.id}#${each.row.contact.id}`
    const state = states.get(key)
    // Whoever is served here already stays so: the conversation has one live ticket.
    if (each.row.status !== 'closed' && state?.liveTicketId) {
      each.row = closedOf(each.row)
      changesOf.set(each.conversation.ticket.source.id, [{ reason: 'closedBeside' }])
    }
    // Its contact has the words and numbers by which it is looked for.
    if (each.row.status === 'closed') each.row = { ...each.row, foundByContact: true }
    each.row = withViews(views, withMessages(each.row, each.messages, each.conversation.ticket.unreadMessages))
    if (each.row.status !== 'closed')
      states.set(key, { lastClosedAt: state?.lastClosedAt ?? 0, liveTicketId: each.row.id })
  }
  await writeLoose(
    context.pace,
    fresh.flatMap(({ row }) => [
      ...searchWrites(companyId, 'ticket', row.id, undefined, searchSubject(row)),
      ...fieldLinkWrites(companyId, row.id, undefined, row.fields),
      restoredLogWrite(companyId, row.id, {
        id: importedId(context, 'log', row.id, row.createdAt),
        type: 'create',
        queue: row.queue,
        importedFrom: importedFrom(context, 'log'),
      }),
      ...(row.closedAt === null
        ? []
        : [
            restoredLogWrite(companyId, row.id, {
              id: importedId(context, 'log-closed', row.id, row.closedAt),
              type: 'closed',
              user: row.user,
              queue: row.queue,
              importedFrom: importedFrom(context, 'log'),
            }),
          ]),
    ]),
  )
  const groups = inTransactions(fresh, ({ row }) => ownWrites(context, row, 'x').length + 1, COUNT_WRITES)
  await inParts(groups, context.pace.parallel, group => storeGroup(context, group, changesOf))
  return changesOf
}

const closedOf = (row: TicketRow): TicketRow => ({
  ...row,
  status: 'closed',
  closedAt: row.updatedAt,
  pendingSince: null,
  snoozedUntil: null,
})

/**
 * Returns the writes of a ticket alone: counts and conversation are written for several at once.
 */
const ownWrites = (context: WriteContext, row: TicketRow, sourceId: string): Write[] => [
  ledgerFor(context, 'ticket', sourceId, row.id),
  ticketWrite(row),
  ...linkTicket(row.companyId, row.contact.id, row.id),
  ...relinkTags(
    row.companyId,
    row.id,
    [],
    row.tags.map(({ id }) => id),
  ),
  ...reportWrites(undefined, row),
  ...boardPositionWrites(undefined, row),
  ...viewWrites(undefined, row).slice(0, VIEW_WRITES),
  ...wakeWrites(row),
]

/** Returns the write of the timer that ends the snooze of a ticket, if it has one. */
function wakeWrites({ companyId, id, snoozedUntil }: TicketRow): Write[] {
  if (!snoozedUntil) return []
  return [timerWrite({ type: 'wakeTicket', companyId, ticketId: id, until: snoozedUntil, dueAt: snoozedUntil })]
}

/** Returns the counts of tickets that are written together. */
function countsOf({ companyId, zone }: WriteContext, rows: readonly TicketRow[]): Write[] {
  const tags = new Map<string, number>()
  for (const { id } of rows.flatMap(row => row.tags)) tags.set(id, (tags.get(id) ?? 0) + 1)
  return [
    ...countNewTickets(companyId, rows),
    ...countNewOnDays(companyId, rows, zone),
    ...[...tags].map(([id, by]) => countInRow(companyId, 'tag', id, 'ticketsCount', by)),
  ]
}

/** Returns the writes of the conversations of tickets that are written together. */
function conversationWrites(rows: readonly TicketRow[]): Write[] {
  const byKey = Map.groupBy(rows, row => `${row.whatsapp.id}#${row.contact.id}`)
  return [...byKey.values()].map(group => {
    const live = group.find(row => row.status !== 'closed')
    if (live) return claimConversation(live)
    const last = group.reduce((a, b) => ((a.closedAt ?? 0) >= (b.closedAt ?? 0) ? a : b))
    return restoreLastTicket(last, last.closedAt ?? last.updatedAt)
  })
}

async function storeGroup(context: WriteContext, group: Place[], changesOf: Map<string, Changes>): Promise<void> {
  const rows = group.map(({ row }) => row)
  const counts = countsOf(context, rows)
  const own = group.flatMap(({ row, conversation }) => ownWrites(context, row, conversation.ticket.source.id))
  const writes = [...own, ...conversationWrites(rows), ...counts]
  // Tickets of many days, queues and people have more counts than fit: they are written alone.
  if (writes.length > MAX_WRITES && group.length > 1) {
    const half = Math.ceil(group.length / 2)
    await storeGroup(context, group.slice(0, half), changesOf)
    return storeGroup(context, group.slice(half), changesOf)
  }
  try {
    await transactRepeatable(writes)
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error
    if (group.length > 1) {
      for (const each of group) await storeGroup(context, [each], changesOf)
      return
    }
    await storeAgain(context, group[0]!, error, changesOf)
  }
}

/** Decides about a ticket that was refused: it came meanwhile, or the contact has a live one. */
async function storeAgain(
  context: WriteContext,
  each: Place,
  error: WriteConflict,
  changesOf: Map<string, Changes>,
): Promise<void> {
  const { source } = each.conversation.ticket
  const known = (await ledgerOf(context.companyId, context.place, 'ticket', [source.id])).get(source.id)
  if (known) {
    each.known = known
    return
  }
  if (error.label === 'live' && each.row.status !== 'closed') {
    each.row = closedOf(each.row)
    changesOf.set(source.id, [{ reason: 'closedBeside' }])
  } else if (error.label === 'tag') each.row = { ...each.row, tags: [] }
  else throw error
  return storeGroup(context, [each], changesOf)
}
