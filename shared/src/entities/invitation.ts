import { z } from 'zod'
import { PROFILES } from '../access.ts'
import { Id, Instant, Toggle } from '../contract/fields.ts'
import { LANGUAGES } from '../rules/language.ts'
import { UserRef } from './user.ts'

/** Somebody who was asked by e-mail to join a company and has no password yet. Counts as a user of the plan while it is good. */
export const Invitation = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  profile: z.enum(PROFILES),
  whatsappId: Id.nullable(),
  queueIds: z.array(Id),
  allTicket: Toggle,
  /** Of the letter. */
  language: z.enum(LANGUAGES),
  /** Who asked them. */
  invitedBy: UserRef,
  /** When the last letter was asked for, and until when its link is good. */
  sentAt: Instant,
  expiresAt: Instant,
  /** The link is no longer good, and the invitation counts no longer. */
  isExpired: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Invitation = z.infer<typeof Invitation>
