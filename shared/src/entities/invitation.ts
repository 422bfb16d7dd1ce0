import { z } from 'zod'
import { PROFILES } from '../access.ts'
import { Id, Instant, Toggle } from '../api-contract/fields.ts'
import { LANGUAGES } from '../rules/language.ts'
import { UserRef } from './user.ts'

/**
 * Invitation by email to join a company, without a password yet. It counts as a user of the plan
 * while it is valid.
 */
export const Invitation = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  profile: z.enum(PROFILES),
  whatsappId: Id.nullable(),
  queueIds: z.array(Id),
  allTicket: Toggle,
  /** Language of the email. */
  language: z.enum(LANGUAGES),
  /** User who sent it. */
  invitedBy: UserRef,
  /** Time of the last email's request, and the end of its link's validity. */
  sentAt: Instant,
  expiresAt: Instant,
  /** True if the link has expired, so that the invitation no longer counts. */
  isExpired: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Invitation = z.infer<typeof Invitation>
