import { z } from 'zod'
import { Instant } from '../api-contract/fields.ts'

export const GOAL_KINDS = ['firstAnswer', 'resolution'] as const
export type GoalKind = (typeof GOAL_KINDS)[number]

/** Goal of one ticket, by the working hours and holidays that counted when its time was set. */
export const ShownGoal = z.object({
  kind: z.enum(GOAL_KINDS),
  /** Time at which three quarters of it are used. */
  warnAt: Instant,
  dueAt: Instant,
  /** Time at which it was missed; it may be met afterwards. */
  breachedAt: Instant.nullable(),
  metAt: Instant.nullable(),
})
export type ShownGoal = z.infer<typeof ShownGoal>
