import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'

export const TagRef = z.object({ id: Id, name: z.string(), color: z.string() })
export type TagRef = z.infer<typeof TagRef>

export const Tag = TagRef.extend({
  kanban: z.union([z.literal(0), z.literal(1)]),
  /** Position of its column on the board, the lowest first. */
  order: z.number().int(),
  /** User who made it; null for tags older than this field. */
  userId: Id.nullable(),
  ticketsCount: z.number().int(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Tag = z.infer<typeof Tag>
