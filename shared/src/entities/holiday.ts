import { z } from 'zod'
import { Id, Instant } from '../contract/fields.ts'
import { EndTime, Time } from './working-hours.ts'

/** A day on which other hours hold than its weekday's, of the company and of every queue: its own, or none. */
export const Holiday = z.object({
  id: Id,
  /** In the company's zone. */
  date: z.iso.date(),
  name: z.string(),
  /** With `endTime`, or both null: closed all day. An end before the start reaches into the next day. */
  startTime: Time.nullable(),
  endTime: EndTime.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Holiday = z.infer<typeof Holiday>
