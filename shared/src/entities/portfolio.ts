import { z } from 'zod'
import { Id, Instant } from '../contract/fields.ts'

/** A named group of customers with its seller. */
export const Portfolio = z.object({
  id: Id,
  code: z.string().nullable(),
  name: z.string(),
  /** The seller; `user` is null when there is none of that id any more. */
  userId: Id,
  user: z.object({ id: Id, name: z.string() }).nullable(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Portfolio = z.infer<typeof Portfolio>
