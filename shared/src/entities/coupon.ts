import { z } from 'zod'
import { Id, Instant } from '../contract/fields.ts'

export const COUPON_TYPES = ['fixed', 'percentage', 'free_shipping'] as const
export type CouponType = (typeof COUPON_TYPES)[number]

/** Coupon of an order (decision 0021). Amounts are in reais. */
export const Coupon = z.object({
  id: Id,
  /** The store it counts in; null: in all. */
  storeId: Id.nullable(),
  /** What a customer says; capitals and accents aside. */
  name: z.string(),
  type: z.enum(COUPON_TYPES),
  /** fixed: reais off; percentage: per cent off; free_shipping: the most it takes off the freight, 0 for all of it. */
  value: z.number(),
  /** `value` once more, under the name of the coupon's type; the other two are null. */
  valueFixed: z.number().nullable(),
  valuePercentage: z.number().nullable(),
  valueFreeShipping: z.number().nullable(),
  /** The subtotal from which it counts. */
  minimumValue: z.number(),
  /** The most a percentage takes off; null: no bound. */
  maxDiscount: z.number().nullable(),
  /** Moments; it counts from `startAt` until `expiresAt` (null: for good). */
  startAt: Instant,
  expiresAt: Instant.nullable(),
  /** Orders it may be used in; null: any number. */
  usageLimit: z.number().int().nullable(),
  /** Orders of one customer it may be used in; null: any number. */
  usagePerUser: z.number().int().nullable(),
  /** Orders it is used in. */
  used: z.number().int(),
  /** The freight is taken off too. */
  freeShipping: z.boolean(),
  /** May be used beside others that say so too. */
  cumulative: z.boolean(),
  /** States (UF) or cities of the delivery; none: everywhere. */
  regions: z.array(z.string()),
  /** Categories whose products it takes something off; none: all. */
  categories: z.array(Id),
  /** What a person reads of its conditions. */
  restrictions: z.string(),
  /** Who made it. */
  userId: Id,
  createdAt: Instant,
  updatedAt: Instant,
})
export type Coupon = z.infer<typeof Coupon>
