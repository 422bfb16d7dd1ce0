import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'

/** Values of the setting `deliveryMethods`: how a delivery is charged (decision 0021). */
export const FREIGHT_METHODS = ['notDelivery', 'fixeRate', 'byValue', 'byKm', 'byZone'] as const
export type FreightMethod = (typeof FREIGHT_METHODS)[number]

/** Methods that charge by rates of stores. */
export const RATE_TYPES = ['fixeRate', 'byValue', 'byKm'] as const
export type RateType = (typeof RATE_TYPES)[number]

/** Cost of a delivery from a store. Amounts in reais. */
export const Rate = z.object({
  id: Id,
  storeId: Id,
  store: z.object({ id: Id, name: z.string() }).nullable(),
  /** Method it was made for; `deliveryMethod` has the same value. */
  type: z.enum(RATE_TYPES),
  deliveryMethod: z.enum(RATE_TYPES),
  /** byKm: kilometres that cost nothing. */
  kilometers: z.number(),
  /** byValue: minimum subtotal. */
  minimumValue: z.number(),
  /** Price of a delivery; for byKm, of each further kilometre. */
  value: z.number(),
  isActive: z.boolean(),
  /** User who made it. */
  userId: Id,
  createdAt: Instant,
  updatedAt: Instant,
})
export type Rate = z.infer<typeof Rate>
