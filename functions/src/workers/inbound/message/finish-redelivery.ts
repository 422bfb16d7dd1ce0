/**
 * Finishes on redelivery what the first delivery left undone after storing the message. What it
 * did already is recognized and not repeated.
 */
import { timeOfId } from '@balcao/shared/ids.ts'
import { isOptOut } from '@balcao/shared/rules/campaigns/opt-out-words.ts'
import { OUT_OF_HOURS_PAUSE } from '@balcao/shared/rules/inbound/answer-out-of-hours.ts'
import { outOfHoursSentAt } from '../../../data/tickets/auto-reply.ts'
import { findMessageByWhatsappId, isMessageStored } from '../../../data/tickets/message.ts'
import { messagesAfter } from '../../../data/tickets/message-around.ts'
import type { MessageRow } from '../../../data/tickets/message-row.ts'
import { askForIndex } from '../../../data/tickets/message-words.ts'
import { getTicket } from '../../../data/tickets/ticket.ts'
import type { TicketRow } from '../../../data/tickets/ticket-row.ts'
import { chatOf } from '../../../messaging/chat-commands.ts'
import { answerId } from './answer-id.ts'
import { closeNewTicket } from './close-new-ticket.ts'
import type { ReceivedMessage } from './message-state.ts'
import { sendAnswers } from './send-answers.ts'

/** Maximum number of parts of an answer. */
const PARTS = 10

export async function finishRedelivery(received: ReceivedMessage): Promise<void> {
  const { companyId, connectionId, whatsappMessageId } = received.message
  const stored = await findMessageByWhatsappId(companyId, connectionId, whatsappMessageId)
  if (!stored) return
  await finishPublishing(received, stored)
  await finishClosing(received, stored)
}

/**
 * Requests indexing of the message and the bot's answers, and sends answers that are still unsent,
 * before the bot answers any later message. For those already enqueued, the queue drops the
 * duplicates by their ids, or the session host does.
 */
async function finishPublishing({ message, contact }: ReceivedMessage, stored: MessageRow): Promise<void> {
  const { companyId, connectionId } = message
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

/**
 * Closes the ticket of an opt-out or of a message out of hours, if the first delivery only stored
 * the message and nothing happened to the ticket since.
 */
async function finishClosing(received: ReceivedMessage, stored: MessageRow): Promise<void> {
  const optsOut = isOptOutAnswer(received)
  if (!optsOut && !closesOutOfHours(received)) return
  const ticket = await getTicket(stored.companyId, stored.ticketId, true)
  if (ticket?.version !== 1) return
  if ((optsOut && ticket.unreadMessages === 0) || (await cameOutOfHours(received, stored, ticket)))
    await closeNewTicket(ticket)
}

const isOptOutAnswer = ({ message: { fromMe, kind, body } }: ReceivedMessage): boolean =>
  !fromMe && kind === 'text' && isOptOut(body)

const closesOutOfHours = ({ message, configuration: { settings } }: ReceivedMessage): boolean =>
  settings.finishTicketOutFourHours === 'enabled' && settings.scheduleType !== 'disabled' && !message.fromMe

async function cameOutOfHours(received: ReceivedMessage, stored: MessageRow, ticket: TicketRow): Promise<boolean> {
  const { companyId, connectionId } = received.message
  if (!closesOutOfHours(received) || ticket.updatedAt !== timeOfId(stored.id)) return false
  const sentAt = await outOfHoursSentAt(companyId, ticket.contact.id, Date.now(), OUT_OF_HOURS_PAUSE)
  return sentAt !== null && isMessageStored(companyId, connectionId, answerId(received.message, 0))
}
