import { getSettings } from '../../../data/company/setting.ts'
import { COUPONS, showCoupon } from '../../../data/orders/coupon.ts'
import { createListed } from '../../small-list.ts'
import type { Operations } from '../operations.ts'
import { checkNamed, checkTerms, couponChanges } from './check-coupon.ts'

export const createCoupon: Operations['coupons']['create'] = async ({ companyId, actor }, { body }) => {
  const { timezone } = await getSettings(companyId)
  const { value = 0, ...fields } = couponChanges(body, { type: body.type, value: 0 }, timezone)
  const coupon = { ...fields, value }
  checkTerms(coupon)
  await checkNamed(companyId, coupon)
  return createListed(companyId, COUPONS, { ...coupon, used: 0, userId: actor.userId }, showCoupon)
}
