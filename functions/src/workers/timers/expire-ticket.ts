import type { Timer } from '@balcao/shared/events/queues.ts'
import { timeOfId } from '@balcao/shared/ids.ts'
import { isBlocked } from '../../data/contacts/blocked-contact.ts'
import type { Write } from '../../data/table/transact.ts'
import { listMessages } from '../../data/tickets/message.ts'
import type { MessageRow } from '../../data/tickets/message-row.ts'
import { changeTicket, getTicket, type TicketChanges } from '../../data/tickets/ticket.ts'
import type { TicketRow } from '../../data/tickets/ticket-row.ts'
import { type ConnectionConfiguration, configurationOf } from '../../messaging/configuration.ts'
import { fieldVariables } from '../../messaging/field-variables.ts'
import { fillText } from '../../messaging/fill-text.ts'
import { publishTicket, publishTicketLogs } from '../../messaging/publish-ticket.ts'
import { sendMessage } from '../../messaging/send-message.ts'
import { expiryAfter } from '../../messaging/ticket-timers.ts'
import { whatsappMessageId } from '../../messaging/whatsapp-message-id.ts'

type ExpiryTimer = Extract<Timer, { type: 'expireTicket' }>

/** The ticket changed while it was being closed. */
class StateChanged extends Error {}

const ROUNDS = 5
/** Messages that are checked for answers not yet sent. */
const RECENT = 20
/** Time until the next check while answers cannot be sent. */
const HELD_MS = 60_000
/** Time until the next check while the company is silenced. */
const SILENT_MS = 15 * 60_000

/**
 * Closes an open ticket after `expiresTicket` minutes without a message from either side: sends a
 * text, closes, logs. While the connection is down, an answer is unsent or the company is silenced,
 * nobody could answer: the time begins when that is over.
 */
export async function expireTicket(timer: ExpiryTimer, now: number): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    try {
      return await expireOnce(timer, now)
    } catch (error) {
      if (!(error instanceof StateChanged)) throw error
    }
  }
  throw new Error('the ticket kept changing')
}

async function expireOnce(timer: ExpiryTimer, now: number): Promise<void> {
  const { companyId, ticketId } = timer
  const ticket = await getTicket(companyId, ticketId, true)
  // Another timer has taken its place, or the ticket is not open any more.
  if (ticket?.status !== 'open' || ticket.expiryAt !== timer.dueAt) return
  const [configuration, newest] = await Promise.all([
    configurationOf(companyId, ticket.whatsapp.id),
    listMessages(companyId, ticketId, { limit: RECENT }),
  ])
  const minutes = configuration?.connection.expiresTicket ?? 0
  const written = newest[0] ? timeOfId(newest[0].id) : 0
  // A snoozed ticket was not forgotten: its time begins when it returns.
  const postponedUntil = Math.max(ticket.snoozedUntil ?? 0, ticket.wokeAt ?? 0)
  const last = Math.max(written, ticket.servedAt ?? 0, ticket.createdAt, timer.heldAt ?? 0, postponedUntil)
  const dueAt = last + minutes * 60_000
  if (configuration && minutes > 0 && dueAt <= now) {
    const { silent, connection } = configuration
    if (!silent && connection.status === 'CONNECTED' && !isAnswerHeld(newest))
      return closeIdle(ticket, configuration, last, now)
    await armAgain(ticket, timer, expiryAfter(ticket, now + (silent ? SILENT_MS : HELD_MS), now))
    return
  }
  const { heldAt } = timer
  await armAgain(
    ticket,
    timer,
    minutes > 0 ? expiryAfter(ticket, dueAt, heldAt) : { set: { expiryAt: null }, writes: [] },
  )
}

const armAgain = (ticket: TicketRow, timer: ExpiryTimer, next: { set: TicketChanges; writes: Write[] }) =>
  changeTicket(ticket.companyId, ticket, row =>
    row.status === 'open' && row.expiryAt === timer.dueAt
      ? { set: next.set, extra: next.writes, touch: false }
      : undefined,
  )

/**
 * Returns whether an answer since the contact last wrote is still unsent: then the contact's
 * silence means nothing.
 */
function isAnswerHeld(newestFirst: readonly MessageRow[]): boolean {
  const contacts = newestFirst.findIndex(({ fromMe }) => !fromMe)
  const answers = contacts < 0 ? newestFirst : newestFirst.slice(0, contacts)
  return answers.some(({ ack, origin, isDeleted }) => ack === 0 && origin !== 'handset' && !isDeleted)
}

/**
 * Writes message and closing in one transaction; `last` determines the message's id, so that a
 * second attempt is the same message.
 */
async function closeIdle(
  ticket: TicketRow,
  configuration: ConnectionConfiguration,
  last: number,
  now: number,
): Promise<void> {
  const { companyId, id } = ticket
  const { connection, settings } = configuration
  // A group gets no text, and neither does a blocked contact.
  const silent = ticket.isGroup || (await isBlocked(companyId, ticket.contact.id))
  const text = silent ? '' : connection.expiresInactiveMessage.trim()
  // Closed by the system: nobody resolved it.
  const logs = [{ type: 'closed' as const, queue: ticket.queue }]
  const closing = (row: TicketRow): TicketChanges => {
    if (row.version !== ticket.version) throw new StateChanged()
    return { status: 'closed' }
  }
  if (!text) {
    const done = await changeTicket(companyId, ticket, row => ({ set: closing(row), logs }))
    await Promise.all([publishTicket(done.ticket, done.before), publishTicketLogs(done.ticket, done.logs)])
    return
  }
  const body = fillText(text, ticket, settings, now, await fieldVariables(ticket, text))
  await sendMessage(
    { companyId },
    {
      ticket,
      content: { kind: 'text', body },
      origin: 'bot',
      whatsappMessageId: whatsappMessageId(ticket.whatsapp.id, id, 'expired', String(last)),
      set: closing,
      logs,
    },
  )
}
