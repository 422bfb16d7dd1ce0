import { type MessageRow, previewOf } from '../data/tickets/message-row.ts'
import { changeTicket } from '../data/tickets/ticket.ts'
import type { TicketRow } from '../data/tickets/ticket-row.ts'
import { tellTicket } from './tell.ts'

/** A message was edited or deleted: when the lists show its text, they show the new one, or none. */
export async function refreshPreview(ticket: TicketRow, before: MessageRow, after: MessageRow): Promise<void> {
  const lastMessage = after.isDeleted ? '' : previewOf(after.body)
  const shows = (row: TicketRow) =>
    row.lastMessage === previewOf(before.body) &&
    row.lastMessage !== lastMessage &&
    row.lastMessageFromMe === before.fromMe &&
    row.lastMessageType === before.mediaType
  if (!shows(ticket)) return
  const changed = await changeTicket(ticket.companyId, ticket, now =>
    shows(now) ? { set: { lastMessage }, touch: false } : undefined,
  )
  if (changed.ticket !== changed.before) await tellTicket(changed.ticket, changed.before)
}
