import { createRate as create, requireRateMethod, showRate } from '../../../data/orders/rate.ts'
import { tellRow } from '../../../messaging/tell-row.ts'
import type { Operations } from '../operations.ts'

export const createRate: Operations['rates']['create'] = async ({ companyId, actor }, { body }) => {
  const type = await requireRateMethod(companyId, body.type)
  const rate = await showRate(await create(companyId, { ...body, type, userId: actor.userId }), companyId)
  await tellRow(companyId, 'rate', 'create', rate)
  return rate
}
