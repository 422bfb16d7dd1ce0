import { z } from 'zod'
import { Id, IdParams, listQuery, page } from '../../api-contract/fields.ts'
import { route } from '../../api-contract/route.ts'
import { WebhookDelivery } from '../../entities/webhook-delivery.ts'

/** WebhookDeliveries with their results; kept for thirty days. */
export const deliveries = {
  list: route({
    method: 'GET',
    path: '/deliveries',
    summary: 'The events of a webhook or an integration, newest first',
    access: 'admin',
    query: z.object({ ...listQuery, targetId: Id }),
    response: z.object({ deliveries: z.array(WebhookDelivery), ...page }),
  }),
  sendAgain: route({
    method: 'POST',
    path: '/deliveries/{id}/send',
    summary: 'Send an event again, whatever became of it',
    access: 'admin',
    params: IdParams,
    response: WebhookDelivery,
    status: 202,
    errors: ['ERR_NO_DELIVERY_FOUND', 'ERR_CONFLICT'],
  }),
}
