import { z } from 'zod'
import { Id, Instant } from '../contract/fields.ts'

/** High, medium, low. */
export const PRIORITIES = [1, 2, 3] as const
export type Priority = (typeof PRIORITIES)[number]

/** What the installation tells every company. */
export const Announcement = z.object({
  id: Id,
  title: z.string(),
  text: z.string(),
  priority: z.union(PRIORITIES.map(priority => z.literal(priority))),
  /** Whether it is shown; those that are not only super users see. */
  status: z.boolean(),
  /** A link to its picture, good for 10 to 20 minutes; null without one. */
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Announcement = z.infer<typeof Announcement>
