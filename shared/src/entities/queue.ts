import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'
import { keptFileFields } from '../api-contract/kept-file.ts'
import { Distribution, HeldReason } from './distribution.ts'
import { WeekdaySchedules } from './working-hours.ts'

/** Queue as another row shows it. */
export const QueueRef = z.object({ id: Id, name: z.string(), color: z.string() })
export type QueueRef = z.infer<typeof QueueRef>

export const Queue = QueueRef.extend({
  greetingMessage: z.string(),
  complationMessage: z.string(),
  outOfHoursMessage: z.string(),
  ratingMessage: z.string(),
  /** Text before messages of attendants without a signature of their own, with variables. */
  signature: z.string(),
  orderQueue: z.number().int().nullable(),
  integrationId: Id.nullable(),
  promptId: Id.nullable(),
  schedules: WeekdaySchedules,
  distribution: Distribution,
  /** Open tickets of the queue that one person may have to be given another; null: any number. */
  maxOpenTickets: z.number().int().nullable(),
  /**
   * Reason why its waiting tickets are given to nobody now; null if they are given, or none waits.
   */
  held: HeldReason.nullable(),
  /** Always null: a connection's token opens the public API, and a queue has none. */
  token: z.null(),
  ...keptFileFields,
  createdAt: Instant,
  updatedAt: Instant,
})
export type Queue = z.infer<typeof Queue>
