import { getSettings } from '../../../data/company/setting.ts'
import { COUPONS, showCoupon } from '../../../data/orders/coupon.ts'
import { definedFields } from '../../../data/table/defined-fields.ts'
import { changeRow, getRow, requireRow } from '../../../data/table/small-list.ts'
import { publishRow } from '../../../messaging/publish-row.ts'
import type { Operations } from '../operations.ts'
import { checkNamed, checkTerms, couponChanges } from './check-coupon.ts'

export const updateCoupon: Operations['coupons']['update'] = async ({ companyId }, { params, body }) => {
  const before = await requireRow(companyId, COUPONS, params.id, true)
  const { timezone } = await getSettings(companyId)
  const changes = couponChanges(body, before, timezone)
  checkTerms({ ...before, ...definedFields(changes) })
  await checkNamed(companyId, changes)
  const changed = await changeRow(companyId, COUPONS, before, changes)
  // Orders go on counting their uses while it is changed.
  const coupon = showCoupon((await getRow(companyId, COUPONS, params.id, true)) ?? changed)
  await publishRow(companyId, 'coupon', 'update', coupon)
  return coupon
}
