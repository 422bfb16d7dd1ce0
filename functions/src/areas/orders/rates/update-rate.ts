import { changeRate, RATES, requireRateMethod, showRate } from '../../../data/orders/rate.ts'
import { requireRow } from '../../../data/table/small-list.ts'
import { publishRow } from '../../../messaging/publish-row.ts'
import type { Operations } from '../operations.ts'

/**
 * Updates a rate. A rate of another method than the company's current one cannot be changed, unless
 * the call changes it to the current method.
 * @throws ERR_RATE_METHOD
 */
export const updateRate: Operations['rates']['update'] = async ({ companyId }, { params, body }) => {
  const before = await requireRow(companyId, RATES, params.id, true)
  const type = await requireRateMethod(companyId, body.type ?? before.type)
  const rate = await showRate(await changeRate(companyId, before, { ...body, type }), companyId)
  await publishRow(companyId, 'rate', 'update', rate)
  return rate
}
