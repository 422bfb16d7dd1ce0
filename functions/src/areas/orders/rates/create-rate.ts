import { createRate as create, requireRateMethod, showRate } from '../../../data/orders/rate.ts'
import { publishRow } from '../../../messaging/publish-row.ts'
import type { Operations } from '../operations.ts'

export const createRate: Operations['rates']['create'] = async ({ companyId, actor }, { body }) => {
  const type = await requireRateMethod(companyId, body.type)
  const rate = await showRate(await create(companyId, { ...body, type, userId: actor.userId }), companyId)
  await publishRow(companyId, 'rate', 'create', rate)
  return rate
}
