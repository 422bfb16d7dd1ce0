import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'

/** Priorities: high, medium, low. */
export const PRIORITIES = [1, 2, 3] as const
export type Priority = (typeof PRIORITIES)[number]

/** Announcement of the installation to every company. */
export const Announcement = z.object({
  id: Id,
  title: z.string(),
  text: z.string(),
  priority: z.union(PRIORITIES.map(priority => z.literal(priority))),
  /** True if it is shown; users who are no super users see only such ones. */
  status: z.boolean(),
  /** Link to its picture, valid for 10 to 20 minutes; null without one. */
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Announcement = z.infer<typeof Announcement>
