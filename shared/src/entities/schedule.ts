import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'
import { keptFileFields } from '../api-contract/kept-file.ts'
import { ContactRef } from './contact.ts'
import { UserRef } from './user.ts'

/** Statuses: still to be sent, sent, or failed for good. */
export const SCHEDULE_STATUSES = ['PENDENTE', 'ENVIADA', 'ERRO'] as const
export type ScheduleStatus = (typeof SCHEDULE_STATUSES)[number]

export const RECURRENCES = ['none', 'daily', 'weekly', 'monthly'] as const
export type Recurrence = (typeof RECURRENCES)[number]

/**
 * Scheduled message. A recurring one has a row for each time: the next is made when one has ended.
 */
export const Schedule = z.object({
  id: Id,
  body: z.string(),
  contactId: Id,
  /** Contact in its current state; null once it was deleted. */
  contact: ContactRef.nullable(),
  sendAt: Instant,
  /** Time at which it became a message of the contact's ticket. */
  sentAt: Instant.nullable(),
  status: z.enum(SCHEDULE_STATUSES),
  /** Code of the error catalogue: why it failed, or what it waits for while it is late. */
  reason: z.string().nullable(),
  /** User who made it: the message is theirs. */
  userId: Id,
  user: UserRef,
  /** Connection to send it over; null for the user's, else the company's default. */
  whatsappId: Id.nullable(),
  /**
   * `none` once it has ended: the next time is a scheduled message of its own. One that failed
   * without a connection keeps it.
   */
  recurrence: z.enum(RECURRENCES),
  /**
   * Template of an official number, sent in place of the text, and its variables by name; the body
   * is then the template's text.
   */
  templateId: Id.nullable(),
  templateVariables: z.record(z.string(), z.string()),
  /** Ticket into which it was written. */
  ticketId: Id.nullable(),
  ...keptFileFields,
  createdAt: Instant,
  /** Rises with every change: of two copies the later one counts. */
  updatedAt: Instant,
})
export type Schedule = z.infer<typeof Schedule>
