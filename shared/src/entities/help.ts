import { z } from 'zod'
import { Id, Instant } from '../contract/fields.ts'

/** A video that explains the product, with a text below. The installation's: every company sees the same. */
export const Help = z.object({
  id: Id,
  title: z.string(),
  description: z.string(),
  /** YouTube's id of it, 11 signs. */
  video: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Help = z.infer<typeof Help>
