import { z } from 'zod'
import { Id, Instant } from '../contract/fields.ts'
import { keptFileFields } from '../contract/kept-file.ts'
import { ContactRef } from './contact.ts'
import { UserRef } from './user.ts'

/** Still to be sent, sent, or not sent for good. */
export const SCHEDULE_STATUSES = ['PENDENTE', 'ENVIADA', 'ERRO'] as const
export type ScheduleStatus = (typeof SCHEDULE_STATUSES)[number]

export const RECURRENCES = ['none', 'daily', 'weekly', 'monthly'] as const
export type Recurrence = (typeof RECURRENCES)[number]

/** A message that leaves at a moment. One that recurs is a row for each time: the next is made when one has ended. */
export const Schedule = z.object({
  id: Id,
  body: z.string(),
  contactId: Id,
  /** As the contact is now; null once it was deleted. */
  contact: ContactRef.nullable(),
  sendAt: Instant,
  /** When it became a message of the contact's ticket. */
  sentAt: Instant.nullable(),
  status: z.enum(SCHEDULE_STATUSES),
  /** A code of the error catalogue: why it failed, or what it waits for while it is late. */
  reason: z.string().nullable(),
  /** Who made it: the message is theirs. */
  userId: Id,
  user: UserRef,
  /** Over which connection; null: the user's, else the company's default. */
  whatsappId: Id.nullable(),
  /** `none` once it has ended: the next time is a schedule of its own. One that failed for want of a connection keeps it. */
  recurrence: z.enum(RECURRENCES),
  /** The ticket it was written into. */
  ticketId: Id.nullable(),
  ...keptFileFields,
  createdAt: Instant,
  /** Rises with every change: of two copies the later counts. */
  updatedAt: Instant,
})
export type Schedule = z.infer<typeof Schedule>
