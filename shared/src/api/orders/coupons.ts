import { z } from 'zod'
import { dayOrInstant, Id, ListName, Money } from '../../api-contract/fields.ts'
import { rowLists, rowRoutes } from '../../api-contract/row-routes.ts'
import { MoneyOrZero } from '../../api-contract/sales-fields.ts'
import { COUPON_TYPES, Coupon } from '../../entities/coupon.ts'

const rights = { read: 'user', change: 'catalog', plan: 'useSales' } as const

export const coupons = {
  ...rowLists({ ...rights, path: '/coupons', field: 'coupons', row: Coupon }),
  ...rowRoutes({
    ...rights,
    path: '/coupons',
    one: 'a coupon; orders that used it stay as they are',
    audit: 'coupon',
    row: Coupon,
    fields: {
      storeId: Id.nullable().default(null),
      name: ListName,
      type: z.enum(COUPON_TYPES),
      /**
       * Value; 0 if no field gives one. The field of another type is ignored beside the value of
       * its own type.
       */
      value: Money.optional(),
      valueFixed: Money.nullable().optional(),
      valuePercentage: Money.nullable().optional(),
      valueFreeShipping: Money.nullable().optional(),
      minimumValue: MoneyOrZero,
      maxDiscount: Money.nullable().default(null),
      startAt: dayOrInstant(true),
      /** End of validity; a day counts to its end. */
      expiresAt: dayOrInstant().nullable().default(null),
      usageLimit: z.number().int().min(1).max(1_000_000).nullable().default(null),
      usagePerUser: z.number().int().min(1).max(1000).nullable().default(null),
      freeShipping: z.boolean().default(false),
      cumulative: z.boolean().default(false),
      regions: z.array(z.string().trim().min(2).max(150)).max(100).default([]),
      categories: z.array(Id).max(100).default([]),
      restrictions: z.string().trim().max(1000).default(''),
    },
    missing: 'ERR_NO_COUPON_FOUND',
    refusals: ['ERR_COUPON_NAME_ALREADY_EXISTS', 'ERR_COUPON_TERMS', 'ERR_NO_STORE_FOUND', 'ERR_NO_CATEGORY_FOUND'],
  }),
}
