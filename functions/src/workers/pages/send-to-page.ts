/**
 * A message to a page's customer. Meta knows no idempotency, so a row says what it has of the message (data/channels/page-send.ts): a part
 * is noted before it leaves and after Meta answered. Of one whose answer was lost Meta's own conversation is asked, and only what is not
 * there leaves again. What can never leave is marked, with the reason; what may later is tried again by the queue, and then by the outbox timer.
 */
import type { SendCommand } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { messageWindow } from '@balcao/shared/rules/message-window.ts'
import {
  beginPageSend,
  finishPageSend,
  messageOfMid,
  type PageSend,
  pageSendOf,
  releasePageSend,
} from '../../data/channels/page-send.ts'
import { getWhatsapp, type WhatsappRow } from '../../data/channels/whatsapp.ts'
import { findMessageByWhatsappId } from '../../data/tickets/message.ts'
import type { MessageFailure, MessageRow } from '../../data/tickets/message-row.ts'
import { getTicket } from '../../data/tickets/ticket.ts'
import { logger } from '../../http/logger.ts'
import { GraphError } from '../../integrations/meta/graph-error.ts'
import { lastSpoken, type Part, sendPart } from '../../integrations/meta/send.ts'
import { losePage } from '../../messaging/lose-page.ts'
import { pageTokenOf } from '../../messaging/page-token.ts'
import { partsOf } from './parts.ts'
import { tellInbound } from './tell-inbound.ts'

export async function sendToPage(command: SendCommand): Promise<void> {
  const { companyId, connectionId, whatsappMessageId, to } = command
  const [connection, message] = await Promise.all([
    getWhatsapp(companyId, connectionId, true),
    findMessageByWhatsappId(companyId, connectionId, whatsappMessageId),
  ])
  // Deleted since, sent already, or failed: a copy that waited behind that is void.
  if (!connection?.accountId || !to.scoped || !message || message.ack > 0 || message.error || message.isDeleted) return
  const token = pageTokenOf(connection)
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
    if (error.failure === 'token') await losePage(connection, 'token')
    return fail(command, reason)
  }
  await tellInbound(
    { type: 'ack', companyId, connectionId, whatsappMessageId, ack: 2 },
    to,
    `${whatsappMessageId}:sent`,
  )
}

const isByPerson = ({ origin }: MessageRow): boolean => origin === 'attendant' || origin === 'api'

/** What is not among these may go better another time. */
const REASONS: Partial<Record<GraphError['failure'], MessageFailure>> = {
  token: 'ERR_PAGE_RECONNECT',
  window: 'ERR_OUTSIDE_WINDOW',
  refused: 'ERR_SEND_REFUSED',
}

function fail({ companyId, connectionId, whatsappMessageId, to }: SendCommand, error: MessageFailure): Promise<void> {
  return tellInbound({ type: 'ack', companyId, connectionId, whatsappMessageId, ack: 0, error }, to, newId())
}

type By = { connection: WhatsappRow; token: string; asPerson: boolean }

async function sendParts(command: SendCommand, by: By): Promise<void> {
  const { companyId, connectionId: whatsappId, whatsappMessageId: messageId, content } = command
  const scoped = command.to.scoped!
  const sending = { companyId, whatsappId, messageId }
  const parts = partsOf(content, scoped.channel)
  let state = await pageSendOf(sending)
  for (let nth = state?.mids.length ?? 0; nth < parts.length; nth++) {
    const part = parts[nth]!
    if (state?.sendingAt) {
      const found = await lookFor(part, state.sendingAt, command, by)
      if (found) {
        state = await finishPageSend(sending, state, found)
        continue
      }
    }
    const at = Date.now()
    if (!(await beginPageSend(sending, state, at))) throw new Error('somebody else sends this message')
    const begun: PageSend = { mids: state?.mids ?? [], sendingAt: at }
    state = await finishPageSend(sending, begun, await handOver(part, nth, command, by, begun))
  }
}

async function handOver(part: Part, nth: number, command: SendCommand, by: By, begun: PageSend): Promise<string> {
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
    // Where Meta said no, nothing is to be looked for.
    if (error instanceof GraphError && error.failure !== 'unsure')
      await releasePageSend({ companyId, whatsappId, messageId }, begun)
    throw error
  }
}

/** Meta's clock tells seconds, and is not ours. */
const CLOCKS_APART_MS = 60_000

/** Meta's id of a part that was handed over, by what the page said since; a mid that is another message's is not taken. */
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
