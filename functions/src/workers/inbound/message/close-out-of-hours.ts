/**
 * Closes new tickets that arrive out of hours. This happens after their transaction: a ticket is
 * not created closed.
 */
import type { InboundMessage } from '@balcao/shared/events/queues.ts'
import { timeOfId } from '@balcao/shared/ids.ts'
import { isOptOut } from '@balcao/shared/rules/campaigns/opt-out-words.ts'
import { OUT_OF_HOURS_PAUSE } from '@balcao/shared/rules/inbound/answer-out-of-hours.ts'
import { outOfHoursSentAt } from '../../../data/tickets/auto-reply.ts'
import { findMessageByWhatsappId, isMessageStored } from '../../../data/tickets/message.ts'
import { changeTicket, getTicket } from '../../../data/tickets/ticket.ts'
import type { TicketRow } from '../../../data/tickets/ticket-row.ts'
import type { ConnectionConfiguration } from '../../../messaging/configuration.ts'
import { publishTicket, publishTicketLogs } from '../../../messaging/publish-ticket.ts'
import { answerId } from './plan-writes.ts'

/** Closes the ticket unless somebody accepted it meanwhile. */
export async function closeNewTicket(ticket: TicketRow): Promise<void> {
  const done = await changeTicket(ticket.companyId, ticket, now =>
    now.status === 'pending' && now.user === null
      ? { set: { status: 'closed' }, logs: [{ type: 'closed', queue: now.queue }] }
      : undefined,
  )
  if (done.ticket !== done.before)
    await Promise.all([publishTicket(done.ticket, done.before), publishTicketLogs(done.ticket, done.logs)])
}

/**
 * Closes the ticket of an opt-out answer, if the first delivery only stored the message: nothing is
 * unread and nothing happened since.
 */
export async function finishOptOut(message: InboundMessage): Promise<void> {
  const { companyId, connectionId, whatsappMessageId, kind, body, fromMe } = message
  if (fromMe || kind !== 'text' || !isOptOut(body)) return
  const stored = await findMessageByWhatsappId(companyId, connectionId, whatsappMessageId)
  const ticket = stored && (await getTicket(companyId, stored.ticketId, true))
  if (ticket?.version === 1 && ticket.unreadMessages === 0) await closeNewTicket(ticket)
}

/**
 * Closes the ticket on redelivery, if the first delivery only stored the message and nothing
 * happened to the ticket since.
 */
export async function finishClosing(message: InboundMessage, { settings }: ConnectionConfiguration): Promise<void> {
  const { companyId, connectionId } = message
  if (settings.finishTicketOutFourHours !== 'enabled' || settings.scheduleType === 'disabled' || message.fromMe) return
  const stored = await findMessageByWhatsappId(companyId, connectionId, message.whatsappMessageId)
  const ticket = stored && (await getTicket(companyId, stored.ticketId, true))
  if (!stored || ticket?.version !== 1 || ticket.updatedAt !== timeOfId(stored.id)) return
  const late = await outOfHoursSentAt(companyId, ticket.contact.id, Date.now(), OUT_OF_HOURS_PAUSE)
  if (late !== null && (await isMessageStored(companyId, connectionId, answerId(message, 0))))
    await closeNewTicket(ticket)
}
