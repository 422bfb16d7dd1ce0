import { createHash } from 'node:crypto'
import type { channels } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import type { InboundEvent } from '@balcao/shared/events/queues.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { readWebhook } from '../../../integrations/meta/read-webhook.ts'
import { readSignedCall } from '../../../integrations/meta/signed-call.ts'
import { enqueueAccountEvents } from '../enqueue-account-events.ts'

/** Enqueues what Meta tells of pages and Instagram accounts, and answers. */
export const takeFacebookWebhook: Handlers<typeof channels, HttpContexts>['facebookWebhook']['take'] = async ctx => {
  const call = readSignedCall(ctx.rawBody(), ctx.headers['x-hub-signature-256'])
  await enqueueAccountEvents(readWebhook(call, Date.now()), dedupOf)
  return 'EVENT_RECEIVED'
}

/**
 * Returns the deduplication id: the same for the same event, whenever it was received, so that the
 * queue drops what Meta repeats within minutes.
 */
function dedupOf(event: InboundEvent): string {
  const lasting = event.type === 'message' ? { ...event, receivedAt: 0, replayed: false } : event
  return createHash('sha256').update(JSON.stringify(lasting)).digest('hex')
}
