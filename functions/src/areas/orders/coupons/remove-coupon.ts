import { COUPONS, deleteCouponUses } from '../../../data/orders/coupon.ts'
import { rowOperations } from '../../small-list.ts'
import type { Operations } from '../operations.ts'

const { remove } = rowOperations(COUPONS, 'coupons')

/**
 * Deletes a coupon, then its customers' uses; if the call is cut off there, a repeated call
 * finishes it.
 */
export const removeCoupon: Operations['coupons']['remove'] = async (ctx, call) => {
  await remove(ctx, call)
  await deleteCouponUses(ctx.companyId, call.params.id)
}
