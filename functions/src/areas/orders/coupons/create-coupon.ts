import { COUPONS } from '../../../data/orders/coupon.ts'
import { createListed } from '../../small-list.ts'
import type { Operations } from '../operations.ts'
import { checkNamed, checkTerms, distinct } from './check-coupon.ts'

export const createCoupon: Operations['coupons']['create'] = async ({ companyId, actor }, { body }) => {
  checkTerms(body)
  await checkNamed(companyId, body)
  return createListed(companyId, COUPONS, { ...distinct(body), used: 0, userId: actor.userId })
}
