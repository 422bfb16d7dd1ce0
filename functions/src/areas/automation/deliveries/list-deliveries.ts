import { listWebhookDeliveries as list, wireWebhookDelivery } from '../../../data/automation/webhook-delivery.ts'
import type { Operations } from '../operations.ts'

export const listDeliveries: Operations['deliveries']['list'] = async ({ companyId }, { query }) => {
  const { targetId, ...options } = query
  const { rows, hasMore, nextCursor } = await list(companyId, targetId, options)
  return { deliveries: rows.map(wireWebhookDelivery), hasMore, nextCursor }
}
