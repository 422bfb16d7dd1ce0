/**
 * Sends a message over a cloud number. Meta has no idempotency key, so a row records what Meta has
 * of the message (data/channels/meta-page-send.ts): each part is recorded before it is sent and
 * after Meta answered. If an answer was lost, the status that Meta sends with our id finishes the
 * record; without one for two minutes the outcome is unknown, and a person decides. Nothing is sent
 * twice by itself (docs/decisions/0070-exactly-once-over-the-cloud-api.md).
 */
import type { SendCommand } from '@balcao/shared/events/queues.ts'
import { isWindowOpen } from '@balcao/shared/rules/customer-window.ts'
import { type MetaPageSend, metaPageSendOf } from '../../../data/channels/meta-page-send.ts'
import { getWhatsapp, type WhatsappRow } from '../../../data/channels/whatsapp.ts'
import { findMessageByWhatsappId } from '../../../data/tickets/message.ts'
import type { MessageFailure, MessageRow } from '../../../data/tickets/message-row.ts'
import { getTicket } from '../../../data/tickets/ticket.ts'
import { logger } from '../../../http/logger.ts'
import { lossOf, messageErrorOf } from '../../../integrations/meta/cloud/cloud-errors.ts'
import { type CloudPart, cardPartOf, cloudPartsOf } from '../../../integrations/meta/cloud/parts.ts'
import { recipientOf } from '../../../integrations/meta/cloud/peer-of.ts'
import type { CloudSender } from '../../../integrations/meta/cloud/send.ts'
import { GraphError } from '../../../integrations/meta/graph-error.ts'
import { cloudTokenOf } from '../../../messaging/cloud-token.ts'
import { disconnectCloudNumber } from '../../../messaging/disconnect-cloud-number.ts'
import { OUTBOX_LIMIT } from '../../../messaging/outbox.ts'
import { ComesLater } from '../../batch.ts'
import { awaitStatus, isUnknown } from './await-status.ts'
import { fail, reportSent } from './report-outcome.ts'
import { type Attempt, isLastAttempt, secondsUntilAgain } from './retry-pauses.ts'
import { retryRule, sendParts } from './send-parts.ts'

export async function sendToCloud(command: SendCommand, attempt: Attempt): Promise<void> {
  const { companyId, connectionId, whatsappMessageId: messageId, to, content } = command
  const sending = { companyId, whatsappId: connectionId, messageId }
  const [connection, message, state] = await Promise.all([
    getWhatsapp(companyId, connectionId, true),
    findMessageByWhatsappId(companyId, connectionId, messageId),
    metaPageSendOf(sending),
  ])
  if (!connection || !isWanted(command, message, state)) return
  const parts = cloudPartsOf(content)
  if (state && state.mids.length >= parts.length) return reportSent(command, state)
  if (state?.sendingAt) {
    if (isUnknown(state.sendingAt, Date.now())) return fail(command, 'ERR_SEND_UNKNOWN')
    return awaitStatus(message, state.sendingAt)
  }
  const sender = senderOf(connection)
  if (!sender) return fail(command, disconnectedError(connection))
  if (!recipientOf(to)) return fail(command, 'ERR_CLOUD_NOT_ON_WHATSAPP')
  if (await isOutsideWindow(command, message)) return fail(command, 'ERR_OUTSIDE_WINDOW')
  const given = { parts, state, sender, connection, message, attempt }
  // A card is tried once: whatever was tried before, the picture is what is left.
  const card = state ? undefined : cardPartOf(content)
  if (card && (await isDelivered(command, { ...given, parts: [card] }))) return
  await deliver(command, card ? { ...given, state: await metaPageSendOf(sending) } : given)
}

/** Returns what calls of a number need; undefined while it is disconnected. */
export function senderOf(connection: WhatsappRow): CloudSender | undefined {
  const token = cloudTokenOf(connection)
  return token && connection.phoneNumberId ? { phoneNumberId: connection.phoneNumberId, token } : undefined
}

/** Returns the error of a message over a number that is disconnected. */
function disconnectedError({ disconnectReason }: WhatsappRow): MessageFailure {
  if (disconnectReason === 'banned') return 'ERR_CLOUD_BLOCKED'
  return disconnectReason === 'numberGone' ? 'ERR_CLOUD_NUMBER' : 'ERR_CLOUD_RECONNECT'
}

/**
 * Returns whether a message is still to be sent. It may be deleted or failed since, or be sent
 * already; a copy of its command that waited behind that is void. A campaign's message is stored
 * only where there is a ticket; its command counts for as long as the outbox would send it.
 */
function isWanted({ queuedAt }: SendCommand, message: MessageRow | undefined, state: MetaPageSend | undefined) {
  if (!message) return Date.now() - queuedAt < OUTBOX_LIMIT
  return !message.error && !message.isDeleted && (message.ack === 0 || state !== undefined)
}

async function isOutsideWindow({ content }: SendCommand, message: MessageRow | undefined): Promise<boolean> {
  if (!message || content.kind === 'template') return false
  const ticket = await getTicket(message.companyId, message.ticketId, true)
  // Of a ticket that moved meanwhile it is another connection's window.
  if (ticket?.whatsapp.id !== message.connectionId) return false
  return typeof ticket.windowUntil === 'number' && !isWindowOpen(ticket.windowUntil, Date.now())
}

type Delivery = {
  parts: CloudPart[]
  state: MetaPageSend | undefined
  sender: CloudSender
  connection: WhatsappRow
  message: MessageRow | undefined
  attempt: Attempt
}

/**
 * Sends a product's card; returns false if Meta refused what is in it, as for an unknown product.
 */
async function isDelivered(command: SendCommand, card: Delivery): Promise<boolean> {
  try {
    await deliver(command, card, isAboutContent)
    return true
  } catch (error) {
    if (!(error instanceof GraphError)) throw error
    logger.info('a product goes as a picture', { companyId: command.companyId, code: error.code })
    return false
  }
}

/** Returns whether a refusal is about the message, and not about the number or the person. */
const isAboutContent = (error: GraphError): boolean =>
  retryRule(error) === 'never' &&
  error.code !== undefined &&
  lossOf(error.code, error.subcode) === undefined &&
  messageErrorOf(error.code, error.subcode) === 'ERR_SEND_REFUSED'

/** @throws GraphError for a refusal that the caller handles */
async function deliver(
  command: SendCommand,
  given: Delivery,
  isHandled: (error: GraphError) => boolean = () => false,
): Promise<void> {
  try {
    const { sendingAt, state } = await sendParts(command, given)
    return await (sendingAt === null ? reportSent(command, state) : awaitStatus(given.message, sendingAt))
  } catch (error) {
    if (!(error instanceof GraphError) || isHandled(error)) throw error
    await refused(command, error, given)
  }
}

/**
 * Ends a message that Meta refused, or has it come again. When the queue would give it up, one that
 * Meta may take later is left to the outbox timer or its campaign.
 * @throws ComesLater
 */
async function refused(command: SendCommand, error: GraphError, { connection, attempt }: Delivery): Promise<void> {
  const { companyId, connectionId } = command
  const { code, subcode } = error
  const rule = retryRule(error)
  const loss = code === undefined ? undefined : lossOf(code, subcode)
  if (loss) await disconnectCloudNumber(connection, loss)
  const mayComeAgain = rule === 'throughput' || rule === 'person' || rule === 'later'
  if (mayComeAgain && !isLastAttempt(attempt)) throw new ComesLater(secondsUntilAgain(rule, attempt), { cause: error })
  logger.warn('a message was refused', { companyId, connectionId, error })
  if (mayComeAgain && rule !== 'person') return
  return fail(command, code === undefined ? 'ERR_SEND_REFUSED' : messageErrorOf(code, subcode))
}
