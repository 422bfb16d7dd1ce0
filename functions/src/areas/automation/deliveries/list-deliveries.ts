import { listDeliveries as list, wireDelivery } from '../../../data/automation/delivery.ts'
import type { Operations } from '../operations.ts'

export const listDeliveries: Operations['deliveries']['list'] = async ({ companyId }, { query }) => {
  const { targetId, ...options } = query
  const { rows, hasMore, nextCursor } = await list(companyId, targetId, options)
  return { deliveries: rows.map(wireDelivery), hasMore, nextCursor }
}
