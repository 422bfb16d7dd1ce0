import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { channels } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/contract/handlers.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { chatGroup, type InboundEvent } from '@balcao/shared/events/queues.ts'
import { config } from '../../../config.ts'
import { connectionsOfAccount } from '../../../data/channels/page-account.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { readWebhook } from '../../../integrations/meta/read-webhook.ts'
import { sendFifo } from '../../../integrations/sqs.ts'

/** Bytes; Meta puts up to a thousand events into one call. */
const MOST_BYTES = 3_000_000

/**
 * Puts what happened onto the queue, in order within each chat, and answers; an account that nobody here has is passed over. Meta comes
 * again with what was not answered by 200, so what was put there already comes twice, and is told once by its id.
 */
export const takeFacebookWebhook: Handlers<typeof channels, HttpContexts>['facebookWebhook']['take'] = async ctx => {
  const body = ctx.rawBody()
  requireSignature(body, ctx.headers['x-hub-signature-256'])
  if (body.length > MOST_BYTES) throw new AppError('ERR_UPLOAD_TOO_LARGE')
  const told = readWebhook(parsed(body), Date.now())
  const chats = new Map<string, InboundEvent[]>()
  for (const { accountId, events } of told)
    for (const { companyId, whatsappId } of await connectionsOfAccount(accountId))
      for (const { chat, ...event } of events) {
        const group = chatGroup(whatsappId, chat)
        const known = chats.get(group) ?? []
        chats.set(group, known)
        known.push({ ...event, chat, companyId, connectionId: whatsappId } as InboundEvent)
      }
  await Promise.all([...chats].map(([group, events]) => send(group, events)))
  return 'EVENT_RECEIVED'
}

async function send(group: string, events: InboundEvent[]): Promise<void> {
  const url = config().INBOUND_QUEUE_URL
  for (const event of events) await sendFifo(url, event, group, dedupOf(event))
}

/** Of the same event the same, whenever it was received: what Meta tells once more within minutes is dropped by the queue. */
function dedupOf(event: InboundEvent): string {
  const said = event.type === 'message' ? { ...event, receivedAt: 0, replayed: false } : event
  return createHash('sha256').update(JSON.stringify(said)).digest('hex')
}

/**
 * `sha256=` and the HMAC of the bytes under the app's secret ("Validating Payloads"). It says nothing of a time, and Meta itself tells again for
 * a day and a half what was not taken: a call that is replayed is good, and what it tells is known by its ids, however late it comes. Throws
 * ERR_WEBHOOK_SIGNATURE.
 */
function requireSignature(body: Buffer, given: string | undefined): void {
  const expected = createHmac('sha256', config().META_APP_SECRET).update(body).digest()
  const hex = /^sha256=([0-9a-f]{64})$/.exec(given ?? '')?.[1]
  if (!hex || !timingSafeEqual(Buffer.from(hex, 'hex'), expected)) throw new AppError('ERR_WEBHOOK_SIGNATURE')
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    throw new AppError('ERR_MALFORMED_BODY')
  }
}
