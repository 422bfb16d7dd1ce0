import { z } from 'zod'
import { Id, Instant } from '../contract/fields.ts'

/** Where a company delivers, when it charges by zone: a name for some cities and neighbourhoods. */
export const Zone = z.object({
  id: Id,
  name: z.string(),
  isActive: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Zone = z.infer<typeof Zone>

/** A place of a zone and what a delivery there costs. Without a neighbourhood it is the whole city. */
export const ZoneDetail = z.object({
  id: Id,
  zoneId: Id,
  city: z.string(),
  neighborhood: z.string(),
  /** In reais. */
  rate: z.number(),
  isActive: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type ZoneDetail = z.infer<typeof ZoneDetail>
