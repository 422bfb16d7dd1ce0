import type { InboundMessage } from '@balcao/shared/events/queues.ts'
import { OUT_OF_HOURS_PAUSE } from '@balcao/shared/rules/inbound/answer-out-of-hours.ts'
import type { PipelineState } from '@balcao/shared/rules/inbound/pipeline.ts'
import { type AwaitingCampaign, awaitingCampaign } from '../../../campaigns/awaiting-campaign.ts'
import { outOfHoursSentAt } from '../../../data/tickets/auto-reply.ts'
import { type ConversationState, conversationStateOf } from '../../../data/tickets/live-ticket.ts'
import { getTicket } from '../../../data/tickets/ticket.ts'
import { botOf, type TicketRow } from '../../../data/tickets/ticket-row.ts'
import type { ConnectionConfiguration } from '../../../messaging/configuration.ts'
import type { Sender } from './find-sender.ts'

/** Signals that the state a decision rests on has changed: it must be read again. */
export class StateChanged extends Error {}

export type ReadState = {
  state: PipelineState
  /** The live ticket, or the closed one that may be reopened or rated. */
  ticket: TicketRow | undefined
  /** The campaign that awaits an answer from this sender. */
  addressed: AwaitingCampaign | undefined
}

const isAwaited = ({ lastClosed }: ConversationState, now: number): boolean => (lastClosed?.rating?.until ?? 0) > now

/**
 * Reads the state that `decide` needs.
 * @throws `Moved` when the ticket changed between two reads
 */
export async function readState(
  message: InboundMessage,
  { contact, guess }: Sender,
  { settings }: ConnectionConfiguration,
): Promise<ReadState> {
  const { companyId, connectionId } = message
  const now = Date.now()
  const mayBeLate = settings.scheduleType !== 'disabled' && !message.fromMe && !message.group
  const isLive =
    guess && guess.status !== 'closed' && guess.contact.id === contact.id && guess.whatsapp.id === connectionId
  const [conversation, outOfHoursAt, awaiting] = await Promise.all([
    isLive ? { liveTicketId: guess.id, lastClosed: null } : conversationStateOf(companyId, connectionId, contact.id),
    mayBeLate ? outOfHoursSentAt(companyId, contact.id, now, OUT_OF_HOURS_PAUSE) : null,
    message.fromMe || message.group ? undefined : awaitingCampaign(companyId, connectionId, contact),
  ])
  const reopens = settings.newTicketChatForDay === 'enabled' ? conversation.lastClosed : null
  const asked = message.fromMe || message.group || !isAwaited(conversation, now) ? null : conversation.lastClosed
  const id = conversation.liveTicketId ?? asked?.ticketId ?? reopens?.ticketId
  const ticket = isLive ? guess : id ? await getTicket(companyId, id, true) : undefined
  // The ticket was closed or reopened between the two reads.
  if (conversation.liveTicketId && ticket?.status === 'closed') throw new StateChanged()
  if (!conversation.liveTicketId && ticket && ticket.status !== 'closed') throw new StateChanged()
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
            machine: botOf(ticket),
            expiryAt: ticket.expiryAt,
          }
        : null,
    lastClosed: ticket?.status === 'closed' ? reopens : null,
    outOfHoursSentAt: outOfHoursAt,
    rating: asked && ticket?.status === 'closed' && ticket.rating === null ? asked.rating : null,
    campaign: awaiting ? { id: awaiting.campaign.id } : null,
  }
  return { state, ticket, addressed: awaiting }
}
