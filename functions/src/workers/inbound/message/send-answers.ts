import type { MessageRow } from '../../../data/tickets/message-row.ts'
import type { Chat } from '../../../messaging/chat-commands.ts'
import { enqueueCommand } from '../../../messaging/enqueue.ts'
import { contentOf, sendCommand } from '../../../messaging/outgoing.ts'

/**
 * Enqueues the bot's answers one after the other, since they are read in this order. Throws when
 * the queue is unavailable: if the outbox timer sent them, they would arrive after the bot's next
 * answers.
 */
export async function sendAnswers(chat: Chat, answers: readonly MessageRow[], again = false): Promise<void> {
  for (const row of answers) {
    const { whatsappMessageId: id } = row
    const content = contentOf(row)
    if (content) await enqueueCommand(sendCommand(chat, id, content, undefined, Date.now(), again), id)
  }
}
