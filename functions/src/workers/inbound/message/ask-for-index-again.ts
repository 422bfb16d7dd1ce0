import type { InboundMessage } from '@balcao/shared/events/queues.ts'
import { findMessageByWhatsappId } from '../../../data/tickets/message.ts'
import { messagesAfter } from '../../../data/tickets/message-around.ts'
import { askForIndex } from '../../../data/tickets/message-words.ts'

/** An answer has at most so many parts. */
const PARTS = 10

/** When storing was as far as the first delivery came, the redelivery asks for what the message, and what the bot said to it, is found by. */
export async function askForIndexAgain({ companyId, connectionId, whatsappMessageId }: InboundMessage): Promise<void> {
  const stored = await findMessageByWhatsappId(companyId, connectionId, whatsappMessageId)
  if (!stored) return
  const { rows } = await messagesAfter(companyId, stored.ticketId, stored.id, PARTS)
  await askForIndex([stored, ...rows.filter(({ origin }) => origin === 'bot')])
}
