import { previewOfMessage } from '../data/tickets/last-message.ts'
import type { MessageRow } from '../data/tickets/message-row.ts'
import { changeTicket } from '../data/tickets/ticket.ts'
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
  const { lastMessage, last } = previewOfMessage(message)
  const isStale = (row: TicketRow) =>
    row.last?.place === last?.place &&
    (row.lastMessage !== lastMessage ||
      row.last?.ack !== last?.ack ||
      row.last?.failed !== last?.failed ||
      row.last?.deleted !== last?.deleted)
  if (!isStale(ticket)) return
  const changed = await changeTicket(ticket.companyId, ticket, now =>
    isStale(now) ? { set: { lastMessage, last }, touch: false } : undefined,
  )
  if (changed.ticket !== changed.before) await publishTicket(changed.ticket, changed.before)
}
