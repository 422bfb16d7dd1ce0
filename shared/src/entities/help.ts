import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'

/**
 * Video that explains the product, with a text below. It belongs to the installation: every company
 * sees the same.
 */
export const Help = z.object({
  id: Id,
  title: z.string(),
  description: z.string(),
  /** YouTube's id of the video, 11 characters. */
  video: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Help = z.infer<typeof Help>
