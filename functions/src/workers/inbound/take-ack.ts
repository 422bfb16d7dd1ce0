import { MessageError } from '@balcao/shared/entities/message.ts'
import type { InboundEvent } from '@balcao/shared/events/queues.ts'
import { takeCampaignAck } from '../../campaigns/take-campaign-ack.ts'
import { providerOf } from '../../data/channels/provider-of.ts'
import { failMessage, findMessageByWhatsappId, raiseAck } from '../../data/tickets/message.ts'
import type { MessageRow } from '../../data/tickets/message-row.ts'
import { getTicket } from '../../data/tickets/ticket.ts'
import { messageChanged } from '../../messaging/message-changed.ts'
import { staysFailed } from './stays-failed.ts'

/**
 * Stores the progress of an own message. Acks only rise; a failure marks a message that WhatsApp
 * does not have.
 */
export async function takeAck(event: Extract<InboundEvent, { type: 'ack' }>): Promise<void> {
  const { companyId, connectionId, whatsappMessageId, ack, error } = event
  const message = await findMessageByWhatsappId(companyId, connectionId, whatsappMessageId)
  // A campaign's message is in a ticket only where one exists; other messages need no look into
  // campaigns.
  if (!message || message.origin === 'campaign') await takeCampaignAck(event)
  if (!message?.fromMe) return
  const changed = error
    ? failMessage(message, failureOf(error))
    : ack > message.ack && !(await isFinal(message, ack))
      ? raiseAck(message, ack)
      : undefined
  const [after, ticket] = await Promise.all([changed, getTicket(companyId, message.ticketId, true)])
  if (after && ticket) await messageChanged(ticket, after)
}

/** A linked device fails only what never left, so there an ack undoes every failure. */
const isFinal = async (message: MessageRow, ack: number): Promise<boolean> =>
  staysFailed(message, ack) && (await providerOf(message.companyId, message.connectionId)) === 'cloud'

/** Maps the session host's error to a reason that people are shown; the host reports more. */
const failureOf = (error: string): NonNullable<MessageRow['error']> => {
  const known = MessageError.safeParse(error)
  return known.success ? known.data : 'ERR_SENDING_WAPP_MSG'
}
