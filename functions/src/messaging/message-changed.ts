import { previewOfMessage, wordsOf } from '../data/tickets/last-message.ts'
import type { MessageRow } from '../data/tickets/message-row.ts'
import { changeTicket, type TicketChanges } from '../data/tickets/ticket.ts'
import type { TicketRow } from '../data/tickets/ticket-row.ts'
import { followSchedule } from './follow-schedule.ts'
import { publishMessageUpdated, publishTicket } from './publish-ticket.ts'

/**
 * Publishes a message that was edited, deleted, delivered, read, retried or failed to the browsers
 * that have its conversation open, and updates the lists that show it and the calendar of a
 * scheduled message.
 * @param ticket a row that knows the message
 */
export async function messageChanged(ticket: TicketRow, message: MessageRow): Promise<void> {
  await Promise.all([publishMessageUpdated(ticket, message), refreshPreview(ticket, message), followSchedule(message)])
}

async function refreshPreview(ticket: TicketRow, message: MessageRow): Promise<void> {
  const set = refreshed(ticket, message)
  if (!set) return
  const changed = await changeTicket(ticket.companyId, ticket, now => {
    const fresh = refreshed(now, message)
    return fresh && { set: fresh, touch: false }
  })
  if (changed.ticket !== changed.before) await publishTicket(changed.ticket, changed.before)
}

/**
 * Returns the changes of a ticket's row that shows another state of the message; else undefined.
 */
function refreshed(row: TicketRow, message: MessageRow): TicketChanges | undefined {
  const preview = previewOfMessage(message)
  const { lastMessage, last } = preview
  if (row.last?.place === last?.place) {
    const isStale =
      row.lastMessage !== lastMessage ||
      row.last?.ack !== last?.ack ||
      row.last?.failed !== last?.failed ||
      row.last?.deleted !== last?.deleted
    return isStale ? { lastMessage, last } : undefined
  }
  const words = wordsOf(preview)
  const shown = row.customerWords
  const isStale =
    words && shown?.place === words.place && (shown.text !== words.text || shown.deleted !== words.deleted)
  return isStale ? { customerWords: words } : undefined
}
