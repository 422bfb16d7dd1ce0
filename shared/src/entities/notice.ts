import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'
import { UserRef } from './user.ts'

/** Reasons of a notice: a colleague named the user in a note, or a macro or rule notified them. */
export const NOTICE_KINDS = ['mention', 'notify'] as const

/** Days a notice is kept. */
export const NOTICE_DAYS = 30
/** Maximum number of unread notices that are counted and marked in lists. */
export const MAX_UNREAD_NOTICES = 100

/** Entry of a user's bell about a ticket. */
export const Notice = z.object({
  id: Id,
  kind: z.enum(NOTICE_KINDS),
  ticketId: Id,
  /** Name of the ticket's contact. */
  contactName: z.string(),
  /** Colleague, or the rule that acted. */
  by: UserRef,
  text: z.string(),
  read: z.boolean(),
  createdAt: Instant,
})
export type Notice = z.infer<typeof Notice>
