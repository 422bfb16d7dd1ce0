import type { Timer } from '@balcao/shared/events/queues.ts'
import { timeOfId } from '@balcao/shared/ids.ts'
import { isBlocked } from '../../data/contacts/blocked-contact.ts'
import { failMessage, getMessage, messagesWrittenSince } from '../../data/tickets/message.ts'
import type { MessageRow } from '../../data/tickets/message-row.ts'
import { getTicket } from '../../data/tickets/ticket.ts'
import type { TicketRow } from '../../data/tickets/ticket-row.ts'
import { armTimer, minuteOf } from '../../data/timers/timer.ts'
import { messageChanged } from '../../messaging/message-changed.ts'
import { isUnsent, OUTBOX_LIMIT, OUTBOX_PAUSE, outboxTimer } from '../../messaging/outbox.ts'
import { contentOf } from '../../messaging/outgoing.ts'
import { resolveAddress } from '../../messaging/resolve-address.ts'
import { enqueueSend } from '../../messaging/send-message.ts'

type OutboxTimer = Extract<Timer, { type: 'outbox' }>

/**
 * Sends a ticket's unsent messages again, after 1, 2, 4 and 8 minutes, under their own ids (the
 * session host sends none twice); after `OUTBOX_LIMIT` they are failed, and people get their retry
 * button.
 */
export async function sweepOutbox(timer: OutboxTimer, now: number): Promise<void> {
  const ticket = await getTicket(timer.companyId, timer.ticketId, true)
  if (!ticket) return
  const waiting = (await messagesOf(timer, now)).filter(isUnsent)
  const blocked = waiting.length > 0 && (await isBlocked(timer.companyId, ticket.contact.id))
  let next = Number.POSITIVE_INFINITY
  // Oldest first: the order of the conversation.
  for (const message of waiting.reverse()) {
    const since = timer.retry?.since ?? timeOfId(message.id)
    const age = now - since
    if (blocked || age >= OUTBOX_LIMIT) {
      const failed = await failMessage(message, blocked ? 'ERR_CONTACT_BLOCKED' : 'ERR_SEND_TIMED_OUT')
      if (failed) await messageChanged(ticket, failed)
      continue
    }
    next = Math.min(next, since + nextRetryAge(age))
    if (isRetryAge(age)) await sendAgain(ticket, message, `#${minuteOf(now)}:${timer.retry?.since ?? ''}`)
  }
  if (Number.isFinite(next))
    await armTimer({ ...outboxTimer(timer.companyId, timer.ticketId, now, timer.retry), dueAt: next })
}

/** Ages (ms) at which a message is sent again. */
const RETRY_AGES = [1, 2, 4, 8].map(pauses => pauses * OUTBOX_PAUSE)
/** Tolerance (ms): a timer fires somewhat late, and a message may meet the timer of another. */
const TOLERANCE = OUTBOX_PAUSE / 2

const isRetryAge = (age: number): boolean => RETRY_AGES.some(retryAge => Math.abs(age - retryAge) <= TOLERANCE)

/** Returns the age of a waiting message's next attempt, or of its end. */
const nextRetryAge = (age: number): number => RETRY_AGES.find(retryAge => retryAge > age + TOLERANCE) ?? OUTBOX_LIMIT

async function messagesOf({ companyId, ticketId, retry }: OutboxTimer, now: number): Promise<MessageRow[]> {
  if (retry) {
    const message = await getMessage(companyId, retry.messageId)
    return message ? [message] : []
  }
  // Reads a little beyond the limit, to fail messages that became too old since the last sweep.
  return messagesWrittenSince(companyId, ticketId, now - OUTBOX_LIMIT - 5 * OUTBOX_PAUSE)
}

/**
 * @param attempt distinguishes this command: two timers of a minute are
 * two, a timer that fires twice one
 */
async function sendAgain(ticket: TicketRow, message: MessageRow, attempt: string): Promise<void> {
  const content = contentOf(message)
  if (!content) return
  const [chat, quoted] = await Promise.all([
    resolveAddress(ticket, message),
    message.quoted?.id ? getMessage(message.companyId, message.quoted.id) : undefined,
  ])
  await enqueueSend(chat, message.whatsappMessageId, content, quoted, attempt)
}
