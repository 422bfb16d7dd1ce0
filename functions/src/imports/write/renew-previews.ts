import { transact, WriteConflict } from '../../data/table/transact.ts'
import { bumped, isLast } from '../../data/tickets/last-message.ts'
import { getTickets } from '../../data/tickets/ticket.ts'
import { type TicketRow, ticketWrite } from '../../data/tickets/ticket-row.ts'
import { viewWrites } from '../../data/views/ticket-in-view.ts'
import type { Place } from './conversation.ts'
import { withMessages } from './with-messages.ts'
import { isOf, type WriteContext } from './write-context.ts'

/**
 * Shows the newest message of tickets that were there: of an earlier import, or of this one if a
 * part of their messages came before.
 */
export async function renewPreviews(context: WriteContext, places: readonly Place[]): Promise<void> {
  const there = places.filter(({ known, messages }) => known && messages.length > 0)
  if (there.length === 0) return
  const rows = await getTickets(
    context.companyId,
    there.map(({ row }) => row.id),
    true,
  )
  const byId = new Map(rows.map(row => [row.id, row]))
  for (const { row, messages, conversation } of there) {
    const before = byId.get(row.id)
    if (!before || (before.last && !messages.some(({ id }) => isLast(before, id) && !isShown(before, id)))) continue
    const isMine = isOf(context.importId, before.importedFrom)
    const { unreadMessages: _, ...changes } = bumped(before, messages.slice(-200), 0)
    // The end of a long conversation: what is unread, and who waits, is known by now.
    const isUntouched = isMine && before.version === 1 && before.status !== 'closed'
    const end = isUntouched ? withMessages(before, messages, conversation.ticket.unreadMessages) : undefined
    const after: TicketRow = {
      ...before,
      ...changes,
      ...(end ? { unreadMessages: end.unreadMessages, readAt: end.readAt, waitsSince: end.waitsSince } : {}),
      updatedAt: before.status === 'closed' ? before.updatedAt : (changes.updatedAt ?? before.updatedAt),
      version: before.version + 1,
    }
    try {
      await transact([ticketWrite(after, before), ...viewWrites(before, after)])
    } catch (error) {
      // Somebody changed it meanwhile: what they wrote is newer.
      if (!(error instanceof WriteConflict)) throw error
    }
  }
}

const isShown = ({ last }: TicketRow, id: string): boolean =>
  last !== null && last.place === id.slice(0, 8) + id.slice(9, 13) + id.slice(-8)
