import type { InboundMessage } from '@balcao/shared/events/queues.ts'
import type { ContactRow } from '../../../data/contacts/contact-row.ts'
import { findMessageByWhatsappId } from '../../../data/tickets/message.ts'
import { messagesAfter } from '../../../data/tickets/message-around.ts'
import { askForIndex } from '../../../data/tickets/message-words.ts'
import { chatOf } from '../../../messaging/chat-commands.ts'
import { answerId } from './plan-writes.ts'
import { sendAnswers } from './send-answers.ts'

/** Maximum number of parts of an answer. */
const PARTS = 10

/**
 * Finishes on redelivery what the first delivery left undone after storing: requests indexing of
 * the message and the bot's answers, and sends answers that are still unsent, before the bot
 * answers any later message. For those already enqueued, the queue drops the duplicates by their
 * ids, or the session host does.
 */
export async function finishSideEffects(message: InboundMessage, contact: ContactRow): Promise<void> {
  const { companyId, connectionId, whatsappMessageId } = message
  const stored = await findMessageByWhatsappId(companyId, connectionId, whatsappMessageId)
  if (!stored) return
  const { rows } = await messagesAfter(companyId, stored.ticketId, stored.id, PARTS)
  const answers = new Set(Array.from({ length: PARTS }, (_, step) => answerId(message, step)))
  const unsent = rows.filter(
    row => answers.has(row.whatsappMessageId) && row.ack === 0 && row.error === null && !row.isDeleted,
  )
  await Promise.all([
    askForIndex([stored, ...rows.filter(({ origin }) => origin === 'bot')]),
    sendAnswers(chatOf(companyId, connectionId, contact), unsent, true),
  ])
}
