import type { InboundEvent } from '@balcao/shared/events/queues.ts'
import { findMessageByWhatsappId, markDeleted } from '../../data/tickets/message.ts'
import { getTicket } from '../../data/tickets/ticket.ts'
import { messageChanged } from '../../messaging/message-changed.ts'

/** A message was deleted for everyone, by whoever wrote it. */
export async function takeDelete(event: Extract<InboundEvent, { type: 'delete' }>): Promise<void> {
  const { companyId, connectionId, whatsappMessageId, fromMe } = event
  const message = await findMessageByWhatsappId(companyId, connectionId, whatsappMessageId)
  if (!message || message.fromMe !== fromMe) return
  const [after, ticket] = await Promise.all([markDeleted(message), getTicket(companyId, message.ticketId, true)])
  if (after && ticket) await messageChanged(ticket, after)
}
