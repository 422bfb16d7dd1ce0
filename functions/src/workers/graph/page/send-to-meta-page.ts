/**
 * Sends a message to a metaPage's customer. Meta has no idempotency, so a row records what Meta has
 * of the message (data/channels/meta-page-send.ts): each part is recorded before it is sent and
 * after Meta answered. If an answer was lost, Meta's own conversation is read, and only parts that
 * are missing there are sent again. A message that can never be sent is marked, with the reason;
 * other failures are retried by the queue, and then by the outbox timer.
 */
import type { SendCommand } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { messageWindow } from '@balcao/shared/rules/message-window.ts'
import {
  beginMetaPageSend,
  finishMetaPageSend,
  type MetaPageSend,
  messageOfMid,
  metaPageSendOf,
  releaseMetaPageSend,
} from '../../../data/channels/meta-page-send.ts'
import { getWhatsapp, type WhatsappRow } from '../../../data/channels/whatsapp.ts'
import { findMessageByWhatsappId } from '../../../data/tickets/message.ts'
import type { MessageFailure, MessageRow } from '../../../data/tickets/message-row.ts'
import { getTicket } from '../../../data/tickets/ticket.ts'
import { logger } from '../../../http/logger.ts'
import { GraphError } from '../../../integrations/meta/graph-error.ts'
import { partsOf } from '../../../integrations/meta/page-parts.ts'
import { lastSpoken, type Part, sendPart } from '../../../integrations/meta/send.ts'
import { disconnectMetaPage } from '../../../messaging/disconnect-meta-page.ts'
import { metaPageTokenOf } from '../../../messaging/meta-page-token.ts'
import { enqueueInbound } from '../enqueue-inbound.ts'

export async function sendToMetaPage(command: SendCommand): Promise<void> {
  const { companyId, connectionId, whatsappMessageId, to } = command
  const [connection, message] = await Promise.all([
    getWhatsapp(companyId, connectionId, true),
    findMessageByWhatsappId(companyId, connectionId, whatsappMessageId),
  ])
  // The message was deleted since, sent already, or failed: a copy that waited behind that is void.
  if (!connection?.accountId || !to.scoped || !message || message.ack > 0 || message.error || message.isDeleted) return
  const token = metaPageTokenOf(connection)
  if (!token) return fail(command, 'ERR_PAGE_RECONNECT')
  const ticket = await getTicket(companyId, message.ticketId, true)
  const window = messageWindow(ticket?.lastContactAt ?? null, Date.now())
  if (window === 'closed' || (window === 'person' && !isByPerson(message))) return fail(command, 'ERR_OUTSIDE_WINDOW')
  try {
    await sendParts(command, { connection, token, asPerson: window === 'person' })
  } catch (error) {
    if (!(error instanceof GraphError)) throw error
    const reason = REASONS[error.failure]
    if (!reason) throw error
    logger.warn('a message was refused', { companyId, connectionId, error })
    if (error.failure === 'token') await disconnectMetaPage(connection, 'token')
    return fail(command, reason)
  }
  await enqueueInbound(
    { type: 'ack', companyId, connectionId, whatsappMessageId, ack: 2 },
    to,
    `${whatsappMessageId}:sent`,
  )
}

const isByPerson = ({ origin }: MessageRow): boolean => origin === 'attendant' || origin === 'api'

/** Failures that end a message; any other may succeed later. */
const REASONS: Partial<Record<GraphError['failure'], MessageFailure>> = {
  token: 'ERR_PAGE_RECONNECT',
  window: 'ERR_OUTSIDE_WINDOW',
  refused: 'ERR_SEND_REFUSED',
}

function fail({ companyId, connectionId, whatsappMessageId, to }: SendCommand, error: MessageFailure): Promise<void> {
  return enqueueInbound({ type: 'ack', companyId, connectionId, whatsappMessageId, ack: 0, error }, to, newId())
}

type By = { connection: WhatsappRow; token: string; asPerson: boolean }

async function sendParts(command: SendCommand, by: By): Promise<void> {
  const { companyId, connectionId: whatsappId, whatsappMessageId: messageId, content } = command
  const scoped = command.to.scoped!
  const sending = { companyId, whatsappId, messageId }
  const parts = partsOf(content, scoped.channel)
  let state = await metaPageSendOf(sending)
  for (let nth = state?.mids.length ?? 0; nth < parts.length; nth++) {
    const part = parts[nth]!
    if (state?.sendingAt) {
      const found = await lookFor(part, state.sendingAt, command, by)
      if (found) {
        state = await finishMetaPageSend(sending, state, found)
        continue
      }
    }
    const begun = await beginMetaPageSend(sending, state, Date.now())
    state = await finishMetaPageSend(sending, begun, await deliverPart(part, nth, command, by, begun))
  }
}

async function deliverPart(
  part: Part,
  nth: number,
  command: SendCommand,
  by: By,
  begun: MetaPageSend,
): Promise<string> {
  const { companyId, connectionId: whatsappId, whatsappMessageId: messageId, quoted } = command
  const { connection, token, asPerson } = by
  const repliesTo = nth === 0 && quoted && !quoted.fromMe && !/#|^h\./.test(quoted.whatsappMessageId)
  try {
    return await sendPart(part, {
      pageId: connection.pageId!,
      token,
      to: command.to.scoped!,
      asPerson,
      metadata: `${messageId}:${nth}`,
      ...(repliesTo ? { repliesTo: quoted.whatsappMessageId } : {}),
    })
  } catch (error) {
    // If Meta refused the part, there is nothing to look for.
    if (error instanceof GraphError && error.failure !== 'unsure')
      await releaseMetaPageSend({ companyId, whatsappId, messageId }, begun)
    throw error
  }
}

/** Tolerance between the clocks: Meta's has a resolution of seconds, and is not ours. */
const CLOCKS_APART_MS = 60_000

/**
 * Returns Meta's id of a part that was sent, from what the metaPage wrote since; never a mid of
 * another message.
 */
async function lookFor(
  part: Part,
  since: number,
  command: SendCommand,
  { connection, token }: By,
): Promise<string | undefined> {
  const { companyId, connectionId, to } = command
  const spoken = await lastSpoken(connection.pageId!, token, to.scoped!)
  for (const { mid, at, text, hasAttachment } of spoken.toReversed()) {
    const isIt = 'text' in part ? text === part.text : hasAttachment
    if (isIt && at >= since - CLOCKS_APART_MS && !(await messageOfMid(companyId, connectionId, mid))) return mid
  }
  return undefined
}
