import { OUT_OF_HOURS_PAUSE } from '@balcao/shared/rules/inbound/answer-out-of-hours.ts'
import type { PipelineState } from '@balcao/shared/rules/inbound/pipeline.ts'
import { awaitingCampaign } from '../../../campaigns/awaiting-campaign.ts'
import { outOfHoursSentAt } from '../../../data/tickets/auto-reply.ts'
import { type ConversationState, conversationStateOf } from '../../../data/tickets/live-ticket.ts'
import { getTicket } from '../../../data/tickets/ticket.ts'
import { botOf } from '../../../data/tickets/ticket-row.ts'
import type { LoadedMessage, ReceivedMessage } from './message-state.ts'
import { StateChanged } from './renew-stale.ts'

const isAwaited = ({ lastClosed }: ConversationState, now: number): boolean => (lastClosed?.rating?.until ?? 0) > now

/**
 * Loads the conversation and everything else that `decide` needs.
 * @throws `StateChanged` when the ticket changed between two reads
 */
export async function load(received: ReceivedMessage): Promise<LoadedMessage> {
  const { message, contact, cachedTicket, configuration } = received
  const { settings } = configuration
  const { companyId, connectionId } = message
  const now = Date.now()
  const mayBeLate = settings.scheduleType !== 'disabled' && !message.fromMe && !message.group
  const isLive =
    cachedTicket &&
    cachedTicket.status !== 'closed' &&
    cachedTicket.contact.id === contact.id &&
    cachedTicket.whatsapp.id === connectionId
  const [conversation, outOfHoursAt, campaign] = await Promise.all([
    isLive
      ? { liveTicketId: cachedTicket.id, lastClosed: null }
      : conversationStateOf(companyId, connectionId, contact.id),
    mayBeLate ? outOfHoursSentAt(companyId, contact.id, now, OUT_OF_HOURS_PAUSE) : null,
    message.fromMe || message.group ? undefined : awaitingCampaign(companyId, connectionId, contact),
  ])
  const reopens = settings.newTicketChatForDay === 'enabled' ? conversation.lastClosed : null
  const toRate = message.fromMe || message.group || !isAwaited(conversation, now) ? null : conversation.lastClosed
  const id = conversation.liveTicketId ?? toRate?.ticketId ?? reopens?.ticketId
  const found = isLive ? cachedTicket : id ? await getTicket(companyId, id, true) : undefined
  // The row of a process that ended early may still name a ticket that was moved elsewhere.
  const isMoved = found && (found.contact.id !== contact.id || found.whatsapp.id !== connectionId)
  const ticket = isMoved && !conversation.liveTicketId ? undefined : found
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
            bot: botOf(ticket),
            expiryAt: ticket.expiryAt,
          }
        : null,
    lastClosed: ticket?.status === 'closed' ? reopens : null,
    outOfHoursSentAt: outOfHoursAt,
    rating: toRate && ticket?.status === 'closed' && ticket.rating === null ? toRate.rating : null,
    campaign: campaign ? { id: campaign.campaign.id } : null,
  }
  return { ...received, state, ticket, campaign }
}
