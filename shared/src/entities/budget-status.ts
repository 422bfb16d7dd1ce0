import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'

/** Status of an order. */
export const StatusBudGet = z.object({
  id: Id,
  code: z.string().nullable(),
  name: z.string(),
  /** Message to the customer when an order gets this status; empty for none. */
  message: z.string(),
  /**
   * Template that stands in for the message outside of a customer's window at an official number,
   * and the values of its variables.
   */
  templateId: Id.nullable(),
  templateVariables: z.record(z.string(), z.string()),
  /** True if an order with this status is paid: its Pix code is no longer offered. */
  paid: z.boolean(),
  /** User who made it. */
  userId: Id,
  createdAt: Instant,
  updatedAt: Instant,
})
export type StatusBudGet = z.infer<typeof StatusBudGet>
