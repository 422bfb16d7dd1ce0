import { COUPONS, deleteCouponUses } from '../../../data/orders/coupon.ts'
import { rowOperations } from '../../small-list.ts'
import type { Operations } from '../operations.ts'

const { remove } = rowOperations(COUPONS, 'coupons')

/** Its customers' uses go behind it; a call that was interrupted there ends it when it is repeated. */
export const removeCoupon: Operations['coupons']['remove'] = async (ctx, call) => {
  await remove(ctx, call)
  await deleteCouponUses(ctx.companyId, call.params.id)
}
