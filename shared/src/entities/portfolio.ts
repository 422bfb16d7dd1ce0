import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'

/** Named group of customers with its seller. */
export const Portfolio = z.object({
  id: Id,
  code: z.string().nullable(),
  name: z.string(),
  /** Seller; `user` is null if that user no longer exists. */
  userId: Id,
  user: z.object({ id: Id, name: z.string() }).nullable(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Portfolio = z.infer<typeof Portfolio>
