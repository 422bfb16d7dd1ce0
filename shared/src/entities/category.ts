import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'

/** Group of products. */
export const Category = z.object({
  id: Id,
  code: z.string().nullable(),
  name: z.string(),
  color: z.string().nullable(),
  /** User who made it. */
  userId: Id,
  createdAt: Instant,
  updatedAt: Instant,
})
export type Category = z.infer<typeof Category>
