import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'
import { TicketPriority } from './ticket.ts'

/** Working minutes, up to 60 days around the clock. */
export const GoalMinutes = z.number().int().min(1).max(86_400)

/** Service goal: how long a ticket may wait for its first answer, and for its end. */
export const Goal = z.object({
  id: Id,
  name: z.string(),
  /** Queue it is for; null: every one. */
  queueId: Id.nullable(),
  /** Priority it is for; null: every one. */
  priority: TicketPriority.nullable(),
  firstAnswerMinutes: GoalMinutes.nullable(),
  resolutionMinutes: GoalMinutes.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Goal = z.infer<typeof Goal>
