import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'
import { EndTime, Time } from './working-hours.ts'

/**
 * Day with its own hours, or none, for the company and every queue, instead of those of its
 * weekday.
 */
export const Holiday = z.object({
  id: Id,
  /** Day in the company's zone. */
  date: z.iso.date(),
  name: z.string(),
  /**
   * Start, given together with `endTime`; both null means closed all day. An end before the start
   * is on the next day.
   */
  startTime: Time.nullable(),
  endTime: EndTime.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Holiday = z.infer<typeof Holiday>
