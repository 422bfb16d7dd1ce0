import type { InboundMessage } from '@balcao/shared/events/queues.ts'
import { OUT_OF_HOURS_PAUSE } from '@balcao/shared/rules/inbound/tell-hours.ts'
import type { PipelineState } from '@balcao/shared/rules/inbound/turn.ts'
import { type Addressed, addressedBy } from '../../../campaigns/addressed-by.ts'
import { outOfHoursSentAt } from '../../../data/tickets/auto-reply.ts'
import { type Standing, standingOf } from '../../../data/tickets/live-ticket.ts'
import { getTicket } from '../../../data/tickets/ticket.ts'
import { machineOf, type TicketRow } from '../../../data/tickets/ticket-row.ts'
import type { ConnectionConfiguration } from '../../../messaging/configuration.ts'
import type { Met } from './meet-contact.ts'

/** Signals that the state a decision rests on has changed: it must be read again. */
export class Moved extends Error {}

export type Found = {
  state: PipelineState
  /** The live ticket, or the closed one that may be reopened or rated. */
  ticket: TicketRow | undefined
  /** The campaign that awaits an answer from this sender. */
  addressed: Addressed | undefined
}

const isAwaited = ({ lastClosed }: Standing, now: number): boolean => (lastClosed?.rating?.until ?? 0) > now

/**
 * Reads the state that `decide` needs.
 * @throws `Moved` when the ticket changed between two reads
 */
export async function readState(
  message: InboundMessage,
  { contact, guess }: Met,
  { settings }: ConnectionConfiguration,
): Promise<Found> {
  const { companyId, connectionId } = message
  const now = Date.now()
  const mayBeLate = settings.scheduleType !== 'disabled' && !message.fromMe && !message.group
  const isLive =
    guess && guess.status !== 'closed' && guess.contact.id === contact.id && guess.whatsapp.id === connectionId
  const [standing, toldAt, addressed] = await Promise.all([
    isLive ? { liveTicketId: guess.id, lastClosed: null } : standingOf(companyId, connectionId, contact.id),
    mayBeLate ? outOfHoursSentAt(companyId, contact.id, now, OUT_OF_HOURS_PAUSE) : null,
    message.fromMe || message.group ? undefined : addressedBy(companyId, connectionId, contact),
  ])
  const reopens = settings.newTicketChatForDay === 'enabled' ? standing.lastClosed : null
  const asked = message.fromMe || message.group || !isAwaited(standing, now) ? null : standing.lastClosed
  const id = standing.liveTicketId ?? asked?.ticketId ?? reopens?.ticketId
  const ticket = isLive ? guess : id ? await getTicket(companyId, id, true) : undefined
  // The ticket was closed or reopened between the two reads.
  if (standing.liveTicketId && ticket?.status === 'closed') throw new Moved()
  if (!standing.liveTicketId && ticket && ticket.status !== 'closed') throw new Moved()
  const state: PipelineState = {
    now,
    seen: false,
    contact: { pictureCheckedAt: contact.pictureCheckedAt },
    ticket:
      ticket && ticket.status !== 'closed'
        ? {
            status: ticket.status,
            userId: ticket.user?.id ?? null,
            queueId: ticket.queue?.id ?? null,
            menu: ticket.menu,
            machine: machineOf(ticket),
            expiryAt: ticket.expiryAt,
          }
        : null,
    lastClosed: ticket?.status === 'closed' ? reopens : null,
    outOfHoursSentAt: toldAt,
    rating: asked && ticket?.status === 'closed' && ticket.rating === null ? asked.rating : null,
    campaign: addressed ? { id: addressed.campaign.id } : null,
  }
  return { state, ticket, addressed }
}
