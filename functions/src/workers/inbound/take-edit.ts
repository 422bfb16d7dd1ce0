import type { InboundEvent } from '@balcao/shared/events/queues.ts'
import { findMessageByWhatsappId } from '../../data/tickets/message.ts'
import { editMessage } from '../../data/tickets/message-rewrite.ts'
import { getTicket } from '../../data/tickets/ticket.ts'
import { messageChanged } from '../../messaging/message-changed.ts'
import { isByAuthor, isInConversation } from './is-in-conversation.ts'

const ROUNDS = 5

/**
 * Stores a message's edited text and keeps the previous one. People can edit only their own
 * messages.
 */
export async function takeEdit(event: Extract<InboundEvent, { type: 'edit' }>): Promise<void> {
  const { companyId, connectionId, whatsappMessageId, body, fromMe } = event
  for (let round = 0; round < ROUNDS; round++) {
    const message = await findMessageByWhatsappId(companyId, connectionId, whatsappMessageId)
    // The same text: a repetition, or the echo of an attendant's edit.
    if (!message || message.fromMe !== fromMe || message.isDeleted || message.body === body) return
    const ticket = await getTicket(companyId, message.ticketId, true)
    if (!ticket || !isByAuthor(event, message) || !(await isInConversation(event, message, ticket))) return
    const after = await editMessage(message, body)
    if (!after) continue
    await messageChanged(ticket, after)
    return
  }
  throw new Error('the message kept changing')
}
