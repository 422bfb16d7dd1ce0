import type { InboundEvent } from '@balcao/shared/events/queues.ts'
import { findMessageByWhatsappId } from '../../data/tickets/message.ts'
import { markDeleted } from '../../data/tickets/message-rewrite.ts'
import { getTicket } from '../../data/tickets/ticket.ts'
import { messageChanged } from '../../messaging/message-changed.ts'
import { isByAuthor, isInConversation } from './is-in-conversation.ts'

/**
 * Marks a message as deleted for everyone, if the event comes from its own chat and its author: a
 * group's admin deletes for the group, not for us.
 */
export async function takeDelete(event: Extract<InboundEvent, { type: 'delete' }>): Promise<void> {
  const { companyId, connectionId, whatsappMessageId, fromMe } = event
  const message = await findMessageByWhatsappId(companyId, connectionId, whatsappMessageId)
  if (!message || message.fromMe !== fromMe || !isByAuthor(event, message)) return
  const ticket = await getTicket(companyId, message.ticketId, true)
  if (!ticket || !(await isInConversation(event, message, ticket))) return
  const after = await markDeleted(message)
  if (after) await messageChanged(ticket, after)
}
