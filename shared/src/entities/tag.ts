import { z } from 'zod'
import { Id, Instant } from '../contract/fields.ts'

export const TagRef = z.object({ id: Id, name: z.string(), color: z.string() })
export type TagRef = z.infer<typeof TagRef>

export const Tag = TagRef.extend({
  kanban: z.union([z.literal(0), z.literal(1)]),
  /** Its place among the lanes of the kanban board, the lowest first. */
  order: z.number().int(),
  /** Who made it; null of those made before this was kept. */
  userId: Id.nullable(),
  ticketsCount: z.number().int(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Tag = z.infer<typeof Tag>
