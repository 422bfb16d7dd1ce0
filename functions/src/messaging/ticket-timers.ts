/**
 * Timers of a ticket's status. A conversation costs one write per period, not per message: an open
 * ticket has one expiry timer, armed when it has none. A timer that fires early (a message was
 * written since) is armed again by its handler.
 */
import { newId } from '@balcao/shared/ids.ts'
import type { Write } from '../data/table/transact.ts'
import { type Created, createTicket, type NewTicket } from '../data/tickets/ticket.ts'
import type { TicketRow } from '../data/tickets/ticket-row.ts'
import { timerWrite } from '../data/timers/timer.ts'
import { configurationOf } from './configuration.ts'

const MINUTE = 60_000

/** Part of a change's transaction: `set` on the ticket, `writes` beside it. */
export type Armed = { set: { expiryAt?: number }; writes: Write[] }

/** Fields that decide which timers a ticket needs. */
type TimedTicket = Pick<TicketRow, 'companyId' | 'id' | 'whatsapp' | 'status' | 'expiryAt'>

const NOTHING: Armed = { set: {}, writes: [] }

/** Arms the expiry timer of a ticket for a moment (epoch ms). */
export const expiryAfter = (
  { companyId, id: ticketId }: Pick<TicketRow, 'companyId' | 'id'>,
  dueAt: number,
  heldAt?: number,
): Armed => ({
  set: { expiryAt: dueAt },
  writes: [
    timerWrite({ type: 'expireTicket', companyId, ticketId, dueAt, ...(heldAt === undefined ? {} : { heldAt }) }),
  ],
})

/** Returns the expiry timer of an open ticket whose timer is not armed. */
export async function expiryOf(ticket: TimedTicket, now: number): Promise<Armed> {
  if (ticket.status !== 'open' || (ticket.expiryAt ?? 0) > now) return NOTHING
  const configuration = await configurationOf(ticket.companyId, ticket.whatsapp.id)
  const minutes = configuration?.connection.expiresTicket ?? 0
  return minutes > 0 ? expiryAfter(ticket, now + minutes * MINUTE) : NOTHING
}

/**
 * Returns the timers of a ticket that becomes open or pending: created, accepted, returned,
 * transferred or reopened.
 */
export async function timersFor(ticket: TimedTicket, status: TicketRow['status'], now = Date.now()): Promise<Armed> {
  if (status === 'open') return expiryOf({ ...ticket, status }, now)
  if (status === 'closed') return NOTHING
  const configuration = await configurationOf(ticket.companyId, ticket.whatsapp.id)
  const { timeToTransfer = 0, transferQueueId = null } = configuration?.connection ?? {}
  if (timeToTransfer <= 0 || !transferQueueId) return NOTHING
  const { companyId, id: ticketId } = ticket
  const dueAt = now + timeToTransfer * MINUTE
  return { set: {}, writes: [timerWrite({ type: 'transferPending', companyId, ticketId, dueAt })] }
}

/** Creates a ticket with the timers of its status, all in one transaction. */
export async function createArmedTicket(
  companyId: string,
  given: Omit<NewTicket, 'id' | 'expiryAt'>,
  also: Pick<NonNullable<Parameters<typeof createTicket>[2]>, 'by' | 'logs'> = {},
): Promise<Exclude<Created, { outcome: 'duplicate' }>> {
  const id = newId()
  const { set, writes } = await timersFor({ ...given, companyId, id, expiryAt: null }, given.status)
  const made = await createTicket(companyId, { ...given, ...set, id }, { ...also, extra: writes })
  if (made.outcome === 'duplicate') throw new Error('a ticket without a message cannot be a duplicate')
  return made
}
