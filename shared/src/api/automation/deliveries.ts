import { z } from 'zod'
import { Id, IdParams, listQuery, page } from '../../contract/fields.ts'
import { route } from '../../contract/route.ts'
import { Delivery } from '../../entities/delivery.ts'

/** WebhookDeliveries with their results; kept for thirty days. */
export const deliveries = {
  list: route({
    method: 'GET',
    path: '/deliveries',
    summary: 'The events of a webhook or an integration, newest first',
    access: 'admin',
    query: z.object({ ...listQuery, targetId: Id }),
    response: z.object({ deliveries: z.array(Delivery), ...page }),
  }),
  sendAgain: route({
    method: 'POST',
    path: '/deliveries/{id}/send',
    summary: 'Send an event again, whatever became of it',
    access: 'admin',
    params: IdParams,
    response: Delivery,
    status: 202,
    errors: ['ERR_NO_DELIVERY_FOUND', 'ERR_CONFLICT'],
  }),
}
