/**
 * Answers as a webhook or n8n (decision 0031): each message is an event under the message's id,
 * delivered in the ticket's order. The first attempt is made here, since its answer is sent to the
 * contact. A failed event hands the ticket off to a person and is retried like any other delivery,
 * but its answer is no longer used.
 */

import type { NoteReason } from '@balcao/shared/entities/ticket.ts'
import { reasonOf } from '@balcao/shared/rules/bot-notes.ts'
import { type IntegrationRow, openSecret } from '../../data/automation/queue-integration.ts'
import {
  claimWebhookDelivery,
  firstInOrder,
  getWebhookDelivery,
  newWebhookDelivery,
  type WebhookDeliveryRow,
} from '../../data/automation/webhook-delivery.ts'
import { transact, WriteConflict } from '../../data/table/transact.ts'
import { getQueue } from '../../data/team/queue.ts'
import type { MessageRow } from '../../data/tickets/message-row.ts'
import { attemptDelivery } from '../../webhook-deliveries/attempt-delivery.ts'
import { scheduleNext } from '../../webhook-deliveries/run-delivery.ts'
import type { BotAnswer, BotRequest } from '../bot.ts'
import { BOT_EVENT, eventOf } from './event-of.ts'
import { readReply, type WebhookReply } from './read-reply.ts'

/** Time (ms) after which no new event is begun: the reply must be done before its claim ends. */
const LATEST_MS = 60_000

export async function replyWithWebhook(request: BotRequest, integration: IntegrationRow): Promise<BotAnswer> {
  const by = { id: integration.id, name: integration.name }
  const secret = openSecret(request.companyId, 'secret', integration)
  if (!secret) return { lines: [], handOver: { reason: reasonOf('integrationSecret'), by } }
  const address = { url: integration.urlN8N, secret }
  const until = Date.now() + LATEST_MS
  const lines: BotAnswer['lines'] = []
  let last: WebhookReply | undefined
  let ranked: Pick<BotAnswer, 'priority'> = {}
  let trouble: NoteReason | undefined
  for (const message of request.messages) {
    // Events behind a failed one wait for it, as their order is kept.
    const isTried = trouble === undefined && Date.now() < until
    const tried = await send(request, integration, message, address, isTried)
    if (tried.reply) {
      lines.push(...tried.reply.replies.map(text => ({ text })))
      last = tried.reply
      if (last.priority !== undefined) ranked = { priority: last.priority }
    } else trouble ??= tried.trouble
    if (last?.close || last?.queueId) break
  }
  const said = { lines, ...ranked }
  if (trouble !== undefined) return { ...said, handOver: { reason: trouble, by } }
  if (last?.close) return { ...said, close: true }
  if (!last?.queueId) return said
  const queue = await getQueue(request.companyId, last.queueId)
  if (!queue) return { ...said, remark: { reason: reasonOf('integrationQueue'), by } }
  return { ...said, handOver: { queueId: queue.id, reason: reasonOf('integrationMoved'), by } }
}

type Sent = { reply: WebhookReply; trouble?: never } | { reply?: never; trouble: NoteReason }

/**
 * Sends the event of a message, once: if the process died while sending, its delivery shows that.
 */
async function send(
  { companyId, ticket }: BotRequest,
  { id: targetId }: IntegrationRow,
  message: MessageRow,
  address: { url: string; secret: string },
  isTried: boolean,
): Promise<Sent> {
  const orderKey = `${targetId}#${ticket.id}`
  const before = await firstInOrder(companyId, orderKey)
  const waits = before !== undefined && before.id < message.id
  const given = {
    target: 'integration',
    targetId,
    event: BOT_EVENT,
    body: eventOf(ticket, message),
    orderKey,
  } as const
  const row = await claim(companyId, { ...given, id: message.id, claimed: isTried && !waits })
  if (row === 'delivered') return { trouble: reasonOf('integrationLost') }
  if (!row || !isTried || waits)
    return { trouble: waits ? reasonOf('integrationWaiting') : reasonOf('integrationEvent') }
  const outcome = await attemptDelivery(row, address)
  if (!outcome) return { trouble: reasonOf('integrationEvent') }
  await scheduleNext(outcome.row)
  return outcome.answer
    ? { reply: readReply(outcome.answer.body.toString('utf8')) }
    : { trouble: reasonOf('integrationEvent') }
}

/**
 * Returns the delivery of a message, claimed by this process; undefined when another process has
 * it, or it waits for its next attempt.
 */
async function claim(
  companyId: string,
  given: Parameters<typeof newWebhookDelivery>[1] & { id: string },
): Promise<WebhookDeliveryRow | 'delivered' | undefined> {
  const { row, writes } = newWebhookDelivery(companyId, given)
  try {
    await transact(writes)
    return given.claimed ? row : undefined
  } catch (error) {
    if (!(error instanceof WriteConflict) || error.label !== 'delivery') throw error
  }
  if (!given.claimed) return undefined
  const known = await getWebhookDelivery(companyId, given.id)
  if (known?.status === 'delivered') return 'delivered'
  return claimWebhookDelivery(companyId, given.id, Date.now())
}
