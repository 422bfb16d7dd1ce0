import type { InboundMessage } from '@balcao/shared/events/queues.ts'
import type { ContactRow } from '../../../data/contacts/contact-row.ts'
import { findMessageByWhatsappId } from '../../../data/tickets/message.ts'
import { messagesAfter } from '../../../data/tickets/message-around.ts'
import { askForIndex } from '../../../data/tickets/message-words.ts'
import { chatOf } from '../../../messaging/chat-commands.ts'
import { answerId } from './plan-writes.ts'
import { sayAnswers } from './say-answers.ts'

/** An answer has at most so many parts. */
const PARTS = 10

/**
 * When storing was as far as the first delivery came, the redelivery asks for what the message, and what the bot said to it, is found by; and it
 * says what did not leave, before the bot answers anything that was written after it. What left already the queue drops by its id, or the session host does.
 */
export async function finishTelling(message: InboundMessage, contact: ContactRow): Promise<void> {
  const { companyId, connectionId, whatsappMessageId } = message
  const stored = await findMessageByWhatsappId(companyId, connectionId, whatsappMessageId)
  if (!stored) return
  const { rows } = await messagesAfter(companyId, stored.ticketId, stored.id, PARTS)
  const answers = new Set(Array.from({ length: PARTS }, (_, step) => answerId(message, step)))
  const unsaid = rows.filter(
    row => answers.has(row.whatsappMessageId) && row.ack === 0 && row.error === null && !row.isDeleted,
  )
  await Promise.all([
    askForIndex([stored, ...rows.filter(({ origin }) => origin === 'bot')]),
    sayAnswers(chatOf(companyId, connectionId, contact), unsaid, true),
  ])
}
