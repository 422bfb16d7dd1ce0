import type { InboundStatus } from '@balcao/shared/events/queues.ts'
import { LONGEST_WINDOW } from '@balcao/shared/rules/customer-window.ts'
import { campaignCostWrites } from '../../campaigns/campaign-cost-writes.ts'
import { takeCampaignAck } from '../../campaigns/take-campaign-ack.ts'
import { messageOfMid, metaPageSendOf, recordCloudPart } from '../../data/channels/meta-page-send.ts'
import { getWhatsapp } from '../../data/channels/whatsapp.ts'
import { countMessageCost } from '../../data/reports/message-cost.ts'
import { failSentMessage, findMessageByWhatsappId, raiseAck } from '../../data/tickets/message.ts'
import type { MessageRow } from '../../data/tickets/message-row.ts'
import { changeTicket, getTicket } from '../../data/tickets/ticket.ts'
import { readCallbackData } from '../../integrations/meta/cloud/callback-data.ts'
import { lossOf, messageErrorOf } from '../../integrations/meta/cloud/cloud-errors.ts'
import { idOfMid } from '../../integrations/meta/mid.ts'
import { disconnectCloudNumber } from '../../messaging/disconnect-cloud-number.ts'
import { messageChanged } from '../../messaging/message-changed.ts'
import { publishTicket } from '../../messaging/publish-ticket.ts'
import { staysFailed } from './stays-failed.ts'

const ACKS = { sent: 1, delivered: 3, read: 4 } as const

/**
 * Takes the status of a message that a cloud number sent. It answers the send whose answer was
 * lost, raises the ack, which never falls, or says why the message could not be delivered; it comes
 * in any order and several times. A status of a message that was not sent from here is ignored.
 */
export async function takeStatus(event: InboundStatus): Promise<void> {
  const { companyId, connectionId, status, code } = event
  const sent = await sentMessageOf(event)
  if (!sent) return
  const { messageId, isKnown, isComplete, isSuperseded } = sent
  if (isKnown) await countCost(event, messageId)
  const message = await findMessageByWhatsappId(companyId, connectionId, messageId)
  const error = status === 'failed' ? messageErrorOf(code ?? 0) : undefined
  // The message was sent again since: what became of the earlier attempt changes nothing.
  if (error && isSuperseded) return
  // Until all parts are at Meta, the message is not sent.
  const ack = status === 'failed' ? 0 : isComplete ? ACKS[status] : undefined
  if (ack !== undefined && (!message || message.origin === 'campaign'))
    await takeCampaignAck({ companyId, connectionId, whatsappMessageId: messageId, ack, ...(error ? { error } : {}) })
  if (error && isKnown) await disconnectIfLost(event)
  if (!message?.fromMe) return
  const changed = error
    ? failSentMessage(message, error)
    : ack && ack > message.ack && !staysFailed(message, ack)
      ? raiseAck(message, ack)
      : undefined
  const [after, ticket] = await Promise.all([changed, getTicket(companyId, message.ticketId, true)])
  if (after && ticket) await messageChanged(ticket, after)
  if (event.windowUntil) await openWindow(message, event.windowUntil)
}

/** Counts what Meta bills for a message, once, when it is delivered; a campaign counts its own. */
async function countCost({ companyId, connectionId: whatsappId, ...event }: InboundStatus, messageId: string) {
  const { status, price, wamid, at, chat } = event
  if (!price?.billable || (status !== 'delivered' && status !== 'read')) return
  const billed = { companyId, whatsappId, number: chat.number ?? '', category: price.category }
  const also = await campaignCostWrites({ ...billed, whatsappMessageId: messageId })
  await countMessageCost({ ...billed, wamid, at, also })
}

type SentMessage = {
  messageId: string
  /**
   * True if a record shows that it was sent from here, and not by another company that has the
   * number too.
   */
  isKnown: boolean
  /** All of it is at Meta. */
  isComplete: boolean
  /** The status is of an attempt before the last one. */
  isSuperseded: boolean
}

/** Returns which of our messages a status is about, after recording that Meta has the part. */
async function sentMessageOf(event: InboundStatus): Promise<SentMessage | undefined> {
  const { companyId, connectionId: whatsappId, wamid } = event
  const known = await messageOfMid(companyId, whatsappId, wamid)
  const given = event.whatsappMessageId ? readCallbackData(event.whatsappMessageId) : undefined
  const messageId = known ?? given?.messageId
  if (!messageId) return undefined
  const sending = { companyId, whatsappId, messageId }
  // An id that is known already must not be taken for the answer of a later attempt.
  if (!known && given) {
    const { isComplete, state } = await recordCloudPart(sending, given.part, wamid)
    return { messageId, isKnown: state !== undefined, isComplete, isSuperseded: false }
  }
  const state = await metaPageSendOf(sending)
  const isComplete = !state || state.mids.length >= (state.parts ?? 1)
  const isSuperseded = state !== undefined && !state.mids.some(mid => idOfMid(mid) === wamid)
  return { messageId, isKnown: true, isComplete, isSuperseded }
}

/** Disconnects the number if it can send nothing any more. */
async function disconnectIfLost({ companyId, connectionId, code }: InboundStatus): Promise<void> {
  const reason = lossOf(code ?? 0)
  const connection = reason && (await getWhatsapp(companyId, connectionId))
  if (connection?.status === 'CONNECTED') await disconnectCloudNumber(connection, reason!)
}

/**
 * Keeps the window of a conversation open until the end of its free entry point, unless the ticket
 * moved to another connection.
 */
async function openWindow({ companyId, ticketId, connectionId }: MessageRow, until: number): Promise<void> {
  const end = Math.min(until, Date.now() + LONGEST_WINDOW)
  const { ticket, before } = await changeTicket(companyId, ticketId, ({ windowUntil, whatsapp }) =>
    typeof windowUntil === 'number' && windowUntil < end && whatsapp.id === connectionId
      ? { set: { windowUntil: end }, touch: false }
      : undefined,
  )
  if (ticket !== before) await publishTicket(ticket, before)
}
