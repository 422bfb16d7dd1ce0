import { createHash } from 'node:crypto'
import type { channels } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import type { InboundEvent } from '@balcao/shared/events/queues.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { readCloudWebhook } from '../../../integrations/meta/cloud/read-cloud-webhook.ts'
import { readSignedCall } from '../../../integrations/meta/signed-call.ts'
import { enqueueAccountEvents } from '../enqueue-account-events.ts'

/** Enqueues what Meta tells of cloud numbers, and answers. */
export const takeCloudWebhook: Handlers<typeof channels, HttpContexts>['whatsappWebhook']['take'] = async ctx => {
  const call = readSignedCall(ctx.rawBody(), ctx.headers['x-hub-signature-256'])
  await enqueueAccountEvents(readCloudWebhook(call, Date.now()), dedupOf)
  return 'EVENT_RECEIVED'
}

/**
 * Returns the deduplication id: Meta's id of the message, with the status if it is one. An event
 * without such an id is recognized by its content.
 */
function dedupOf(event: InboundEvent): string {
  const { companyId, connectionId, type } = event
  const of = (...parts: unknown[]) =>
    createHash('sha256')
      .update(JSON.stringify([companyId, connectionId, type, ...parts]))
      .digest('hex')
  switch (event.type) {
    case 'message':
      return of(event.whatsappMessageId)
    case 'status':
      return of(event.wamid, event.status)
    default:
      return of(event)
  }
}
