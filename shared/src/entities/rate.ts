import { z } from 'zod'
import { Id, Instant } from '../contract/fields.ts'

/** Values of the setting `deliveryMethods`: how a delivery is charged (decision 0021). */
export const DELIVERY_METHODS = ['notDelivery', 'fixeRate', 'byValue', 'byKm', 'byZone'] as const
export type DeliveryMethod = (typeof DELIVERY_METHODS)[number]

/** The methods that charge by rates of stores. */
export const RATE_TYPES = ['fixeRate', 'byValue', 'byKm'] as const
export type RateType = (typeof RATE_TYPES)[number]

/** What a delivery from a store costs. Amounts in reais. */
export const Rate = z.object({
  id: Id,
  storeId: Id,
  store: z.object({ id: Id, name: z.string() }).nullable(),
  /** The method it was made for; `deliveryMethod` says the same. */
  type: z.enum(RATE_TYPES),
  deliveryMethod: z.enum(RATE_TYPES),
  /** byKm: kilometres that cost nothing. */
  kilometers: z.number(),
  /** byValue: the subtotal from which it counts. */
  minimumValue: z.number(),
  /** Of a delivery; byKm: of each kilometre beyond. */
  value: z.number(),
  isActive: z.boolean(),
  /** Who made it. */
  userId: Id,
  createdAt: Instant,
  updatedAt: Instant,
})
export type Rate = z.infer<typeof Rate>
