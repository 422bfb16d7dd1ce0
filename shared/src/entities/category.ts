import { z } from 'zod'
import { Id, Instant } from '../contract/fields.ts'

/** What products are grouped by. */
export const Category = z.object({
  id: Id,
  code: z.string().nullable(),
  name: z.string(),
  color: z.string().nullable(),
  /** Who made it. */
  userId: Id,
  createdAt: Instant,
  updatedAt: Instant,
})
export type Category = z.infer<typeof Category>
