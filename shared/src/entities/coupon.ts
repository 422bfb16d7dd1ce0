import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'

export const COUPON_TYPES = ['fixed', 'percentage', 'free_shipping'] as const
export type CouponType = (typeof COUPON_TYPES)[number]

/** Coupon of an order (decision 0021). Amounts are in reais. */
export const Coupon = z.object({
  id: Id,
  /** Store in which it is valid; null for all. */
  storeId: Id.nullable(),
  /** Name that a customer gives, regardless of capitals and accents. */
  name: z.string(),
  type: z.enum(COUPON_TYPES),
  /**
   * fixed: reais off; percentage: per cent off; free_shipping: maximum discount on the freight, 0
   * for all of it.
   */
  value: z.number(),
  /** `value` again, under the name of the coupon's type; the other two are null. */
  valueFixed: z.number().nullable(),
  valuePercentage: z.number().nullable(),
  valueFreeShipping: z.number().nullable(),
  /** Minimum subtotal. */
  minimumValue: z.number(),
  /** Maximum discount of a percentage; null for no limit. */
  maxDiscount: z.number().nullable(),
  /** Validity: from `startAt` until `expiresAt` (null: for good). */
  startAt: Instant,
  expiresAt: Instant.nullable(),
  /** Maximum orders that may use it; null for any number. */
  usageLimit: z.number().int().nullable(),
  /** Maximum orders of one customer that may use it; null for any number. */
  usagePerUser: z.number().int().nullable(),
  /** Orders that use it. */
  used: z.number().int(),
  /** True if the freight is discounted too. */
  freeShipping: z.boolean(),
  /** True if it may be used together with others for which this is true too. */
  cumulative: z.boolean(),
  /** States (UF) or cities of the delivery; none means everywhere. */
  regions: z.array(z.string()),
  /** Categories whose products it discounts; none means all. */
  categories: z.array(Id),
  /** Text of its conditions for people. */
  restrictions: z.string(),
  /** User who made it. */
  userId: Id,
  createdAt: Instant,
  updatedAt: Instant,
})
export type Coupon = z.infer<typeof Coupon>
