import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'

/** Delivery zone: a name for some cities and neighbourhoods, for companies that charge by zone. */
export const Zone = z.object({
  id: Id,
  name: z.string(),
  isActive: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Zone = z.infer<typeof Zone>

/** Place of a zone, with its delivery price. Without a neighbourhood it is the whole city. */
export const ZoneDetail = z.object({
  id: Id,
  zoneId: Id,
  city: z.string(),
  neighborhood: z.string(),
  /** Price in reais. */
  rate: z.number(),
  isActive: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type ZoneDetail = z.infer<typeof ZoneDetail>
