import type { InboundEvent } from '@balcao/shared/events/queues.ts'
import { findMessageByWhatsappId } from '../../data/tickets/message.ts'
import { markEditedUnseen } from '../../data/tickets/message-rewrite.ts'
import { getTicket } from '../../data/tickets/ticket.ts'
import { messageChanged } from '../../messaging/message-changed.ts'
import { isByAuthor, isInConversation } from './is-in-conversation.ts'

/** Marks a message whose author edited it to a text that cannot be read. Its old text stays. */
export async function takeHiddenEdit(event: Extract<InboundEvent, { type: 'hiddenEdit' }>): Promise<void> {
  const { companyId, connectionId, whatsappMessageId, fromMe } = event
  const message = await findMessageByWhatsappId(companyId, connectionId, whatsappMessageId)
  if (!message || message.fromMe !== fromMe || !isByAuthor(event, message)) return
  const ticket = await getTicket(companyId, message.ticketId, true)
  if (!ticket || !(await isInConversation(event, message, ticket))) return
  const after = await markEditedUnseen(message)
  if (after) await messageChanged(ticket, after)
}
