import { followCampaignAnswer } from '../../../campaigns/take-campaign-answer.ts'
import type { ContactRow } from '../../../data/contacts/contact-row.ts'
import { askForIndex } from '../../../data/tickets/message-words.ts'
import { logger } from '../../../http/logger.ts'
import { chatOf } from '../../../messaging/chat-commands.ts'
import { enqueueBotReply, enqueueJob } from '../../../messaging/enqueue.ts'
import { publishMessage, publishTicket, publishTicketLogs } from '../../../messaging/publish-ticket.ts'
import { askForPushes } from '../../../pushes/ask-for-pushes.ts'
import { closeNewTicket } from './close-new-ticket.ts'
import type { WrittenMessage } from './message-state.ts'
import { sendAnswers } from './send-answers.ts'
import { cacheTicket } from './ticket-cache.ts'
import { snapshotOf } from './write.ts'

/**
 * Publishes the stored message to browsers and enqueues what follows from it: the bot's answers,
 * pushes, jobs. Throws the error that prevented one, after all others are done.
 */
export async function publish({ message, contact, plan, written }: WrittenMessage): Promise<void> {
  const { before, ticket } = written
  const { companyId, connectionId } = message
  plan.settled()
  cacheTicket(message, ticket)
  const chat = chatOf(companyId, connectionId, contact)
  const answersSent = sendAnswers(chat, plan.answers)
  answersSent.catch(() => undefined)
  await Promise.all([
    ...(plan.campaignAnswer?.shown ?? []).map(row => publishMessage(ticket, row, false)),
    publishMessage(ticket, written.message, plan.unread > 0),
    plan.unread > 0 ? askForPushes(written.message) : undefined,
    ...plan.answers.map(row => publishMessage(ticket, row, false)),
    !before || snapshotOf(before) !== snapshotOf(ticket) ? publishTicket(ticket, before) : undefined,
    publishTicketLogs(ticket, written.logs),
    // If this fails, the message is delivered once more, which requests the index again.
    askForIndex([written.message, ...plan.answers]),
    plan.campaignAnswer ? followCampaignAnswer(plan.campaignAnswer) : undefined,
    plan.asksBot ? enqueueBotReply({ companyId, ticketId: ticket.id }).catch(waitsForTimer) : undefined,
    plan.refreshesPicture
      ? enqueueJob(
          { type: 'refreshProfilePicture', companyId, connectionId, contactId: contact.id },
          pictureDelay(contact),
        )
      : undefined,
  ])
  if (plan.closes && plan.use === 'create') await closeNewTicket(ticket)
  await answersSent
}

const waitsForTimer = (error: unknown) => logger.warn('a bot waits for its timer', { error: error as Error })

/**
 * Returns seconds to wait: pictures are not urgent, and a burst of new contacts must not become a
 * burst of picture requests. A metaPage's customer has no name before, so theirs does not wait.
 */
const pictureDelay = ({ scoped }: ContactRow): number => (scoped ? 0 : 1 + Math.floor(Math.random() * 8))
