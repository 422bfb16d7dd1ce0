import type { Timer } from '@balcao/shared/events/queues.ts'
import { timeOfId } from '@balcao/shared/ids.ts'
import { listMessages } from '../../data/tickets/message.ts'
import { changeTicket, getTicket, type TicketChanges } from '../../data/tickets/ticket.ts'
import type { TicketRow } from '../../data/tickets/ticket-row.ts'
import { type ConnectionConfiguration, configurationOf } from '../../messaging/configuration.ts'
import { fillText } from '../../messaging/fill-text.ts'
import { sendMessage } from '../../messaging/send-message.ts'
import { tellLogs, tellTicket } from '../../messaging/tell.ts'
import { expiryAfter } from '../../messaging/ticket-timers.ts'
import { whatsappMessageId } from '../../messaging/whatsapp-message-id.ts'

type ExpiryTimer = Extract<Timer, { type: 'expireTicket' }>

/** Something happened to the ticket while it was to be closed. */
class Moved extends Error {}

const ROUNDS = 5

/** `expiresTicket` minutes without a message from either side on an open ticket: told, closed, logged. */
export async function expireTicket(timer: ExpiryTimer, now: number): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    try {
      return await expireOnce(timer, now)
    } catch (error) {
      if (!(error instanceof Moved)) throw error
    }
  }
  throw new Error('the ticket kept changing')
}

async function expireOnce(timer: ExpiryTimer, now: number): Promise<void> {
  const { companyId, ticketId } = timer
  const ticket = await getTicket(companyId, ticketId, true)
  // Another timer has taken its place, or it is not open any more.
  if (ticket?.status !== 'open' || ticket.expiryAt !== timer.dueAt) return
  const [configuration, newest] = await Promise.all([
    configurationOf(companyId, ticket.whatsapp.id),
    listMessages(companyId, ticketId, { limit: 1 }),
  ])
  const minutes = configuration?.connection.expiresTicket ?? 0
  const last = Math.max(newest[0] ? timeOfId(newest[0].id) : 0, ticket.servedAt ?? 0, ticket.createdAt)
  const dueAt = last + minutes * 60_000
  if (!configuration || minutes <= 0 || dueAt > now) {
    const next = minutes > 0 ? expiryAfter(ticket, dueAt) : { set: { expiryAt: null }, writes: [] }
    await changeTicket(companyId, ticket, row =>
      row.status === 'open' && row.expiryAt === timer.dueAt
        ? { set: next.set, extra: next.writes, touch: false }
        : undefined,
    )
    return
  }
  await closeIdle(ticket, configuration, last, now)
}

/** Message and close in one transaction; `last` makes the message's id, so that a second try is the same message. */
async function closeIdle(
  ticket: TicketRow,
  configuration: ConnectionConfiguration,
  last: number,
  now: number,
): Promise<void> {
  const { companyId, id } = ticket
  const { connection, settings } = configuration
  // A group is left without a word.
  const text = ticket.isGroup ? '' : connection.expiresInactiveMessage.trim()
  // By the system: nobody resolved it.
  const logs = [{ type: 'closed' as const, queue: ticket.queue }]
  const closing = (row: TicketRow): TicketChanges => {
    if (row.version !== ticket.version) throw new Moved()
    return { status: 'closed' }
  }
  if (!text) {
    const done = await changeTicket(companyId, ticket, row => ({ set: closing(row), logs }))
    await Promise.all([tellTicket(done.ticket, done.before), tellLogs(done.ticket, done.logs)])
    return
  }
  const body = fillText(text, ticket, settings, now)
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
