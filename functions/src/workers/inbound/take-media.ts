import type { InboundEvent } from '@balcao/shared/events/queues.ts'
import { findMessageByWhatsappId, setMedia } from '../../data/tickets/message.ts'
import { getTicket } from '../../data/tickets/ticket.ts'
import { publishMessageUpdated } from '../../messaging/publish-ticket.ts'

/** Stores the result of a retried media download. A file that is already there stays. */
export async function takeMedia(event: Extract<InboundEvent, { type: 'media' }>): Promise<void> {
  const { companyId, connectionId, whatsappMessageId, media } = event
  const message = await findMessageByWhatsappId(companyId, connectionId, whatsappMessageId)
  if (!message || message.media?.key) return
  // The source is kept for the next attempt.
  const source = media.source ?? message.media?.source
  const kept = media.error && source ? { ...media, source } : media
  const [after, ticket] = await Promise.all([setMedia(message, kept), getTicket(companyId, message.ticketId)])
  if (after && ticket) await publishMessageUpdated(ticket, after)
}
