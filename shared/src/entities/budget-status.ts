import { z } from 'zod'
import { Id, Instant } from '../contract/fields.ts'

/** Where an order stands. */
export const StatusBudGet = z.object({
  id: Id,
  code: z.string().nullable(),
  name: z.string(),
  /** What the customer is sent when an order comes to stand here; empty: nothing. */
  message: z.string(),
  /** An order that stands here is paid: its Pix code is offered no more. */
  paid: z.boolean(),
  /** Who made it. */
  userId: Id,
  createdAt: Instant,
  updatedAt: Instant,
})
export type StatusBudGet = z.infer<typeof StatusBudGet>
