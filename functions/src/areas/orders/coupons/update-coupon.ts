import { COUPONS } from '../../../data/orders/coupon.ts'
import { given } from '../../../data/table/given.ts'
import { changeRow, getRow, requireRow } from '../../../data/table/small-list.ts'
import { tellRow } from '../../../messaging/tell-row.ts'
import type { Operations } from '../operations.ts'
import { checkNamed, checkTerms, distinct } from './check-coupon.ts'

export const updateCoupon: Operations['coupons']['update'] = async ({ companyId }, { params, body }) => {
  const before = await requireRow(companyId, COUPONS, params.id, true)
  checkTerms({ ...before, ...given(body) })
  await checkNamed(companyId, body)
  const changed = await changeRow(companyId, COUPONS, before, distinct(body))
  // Orders count on in it while it is changed.
  const row = (await getRow(companyId, COUPONS, params.id, true)) ?? changed
  await tellRow(companyId, 'coupon', 'update', row)
  return row
}
