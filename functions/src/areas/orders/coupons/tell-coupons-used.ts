import { COUPONS } from '../../../data/orders/coupon.ts'
import { getRow } from '../../../data/table/small-list.ts'
import { tellRow } from '../../../messaging/tell-row.ts'

/** Tells the company's browsers how often these coupons are used by now: after an order that used them or gave them back. */
export async function tellCouponsUsed(companyId: string, couponIds: readonly string[]): Promise<void> {
  const rows = await Promise.all(couponIds.map(id => getRow(companyId, COUPONS, id, true)))
  await Promise.all(rows.map(row => row && tellRow(companyId, 'coupon', 'update', row)))
}
