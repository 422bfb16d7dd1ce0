import type { InboundMessage } from '@balcao/shared/events/queues.ts'
import { followAnswer } from '../../../campaigns/take-answer.ts'
import type { ContactRow } from '../../../data/contacts/contact-row.ts'
import { askForIndex } from '../../../data/tickets/message-words.ts'
import { logger } from '../../../http/logger.ts'
import { chatOf } from '../../../messaging/chat-commands.ts'
import { enqueueJob, enqueueMachineTurn } from '../../../messaging/enqueue.ts'
import { tellLogs, tellMessage, tellTicket } from '../../../messaging/tell.ts'
import { askForPushes } from '../../../pushes/ask-for-pushes.ts'
import { rememberTicket } from './chat-memory.ts'
import { closeNewTicket } from './close-out-of-hours.ts'
import type { Met } from './meet-contact.ts'
import type { Plan } from './plan-writes.ts'
import { sayAnswers } from './say-answers.ts'
import { stands, type Written } from './write-message.ts'

/**
 * Runs the side effects after the commit: publishes to browsers, and enqueues the bot's answers for
 * WhatsApp. Throws the error that prevented one, after all others are done.
 */
export async function tellWritten(
  written: Written,
  plan: Plan,
  message: InboundMessage,
  { contact }: Met,
): Promise<void> {
  const { before, ticket } = written
  const { companyId, connectionId } = message
  plan.settled()
  rememberTicket(message, ticket)
  const chat = chatOf(companyId, connectionId, contact)
  const saying = sayAnswers(chat, plan.said)
  saying.catch(() => undefined)
  await Promise.all([
    ...(plan.answer?.shown ?? []).map(row => tellMessage(ticket, row, false)),
    tellMessage(ticket, written.message, plan.unread > 0),
    plan.unread > 0 ? askForPushes(written.message) : undefined,
    ...plan.said.map(row => tellMessage(ticket, row, false)),
    !before || stands(before) !== stands(ticket) ? tellTicket(ticket, before) : undefined,
    tellLogs(ticket, written.logs),
    // If this fails, the message is delivered once more, which requests the index again.
    askForIndex([written.message, ...plan.said]),
    plan.answer ? followAnswer(plan.answer) : undefined,
    plan.asks ? enqueueMachineTurn({ companyId, ticketId: ticket.id }).catch(waitsForTimer) : undefined,
    plan.refreshesPicture
      ? enqueueJob(
          { type: 'refreshProfilePicture', companyId, connectionId, contactId: contact.id },
          pictureDelay(contact),
        )
      : undefined,
  ])
  if (plan.close && plan.use === 'create') await closeNewTicket(ticket)
  await saying
}

const waitsForTimer = (error: unknown) => logger.warn('a machine waits for its timer', { error: error as Error })

/**
 * Returns seconds to wait: pictures are not urgent, and a burst of new contacts must not become a
 * burst of picture requests. A metaPage's customer has no name before, so theirs does not wait.
 */
const pictureDelay = ({ scoped }: ContactRow): number => (scoped ? 0 : 1 + Math.floor(Math.random() * 8))
