import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { channels } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { chatGroup, type InboundEvent } from '@balcao/shared/events/queues.ts'
import { config } from '../../../config.ts'
import { connectionsOfAccount } from '../../../data/channels/meta-page-account.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { readWebhook } from '../../../integrations/meta/read-webhook.ts'
import { sendFifo } from '../../../integrations/sqs.ts'

/** Maximum bytes of a call; Meta puts up to a thousand events into one. */
const MAX_BYTES = 3_000_000

/**
 * Enqueues Meta's events, in order within each chat, and answers; events of an unknown account are
 * skipped. Meta repeats a call that was not answered by 200, so events already enqueued arrive
 * twice, and count once by their ids.
 */
export const takeFacebookWebhook: Handlers<typeof channels, HttpContexts>['facebookWebhook']['take'] = async ctx => {
  const body = ctx.rawBody()
  requireSignature(body, ctx.headers['x-hub-signature-256'])
  if (body.length > MAX_BYTES) throw new AppError('ERR_UPLOAD_TOO_LARGE')
  const accounts = readWebhook(parsed(body), Date.now())
  const chats = new Map<string, InboundEvent[]>()
  for (const { accountId, events } of accounts)
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

/**
 * Returns the deduplication id: the same for the same event, whenever it was received, so that the
 * queue drops what Meta repeats within minutes.
 */
function dedupOf(event: InboundEvent): string {
  const lasting = event.type === 'message' ? { ...event, receivedAt: 0, replayed: false } : event
  return createHash('sha256').update(JSON.stringify(lasting)).digest('hex')
}

/**
 * Checks the signature: `sha256=` and the HMAC of the bytes under the app's secret ("Validating
 * Payloads"). It contains no time, and Meta itself repeats a call for a day and a half: a replayed
 * call is accepted, and its events are recognized by their ids, however late they come.
 * @throws ERR_WEBHOOK_SIGNATURE
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
