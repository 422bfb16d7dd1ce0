import { z } from 'zod'
import { PROFILES, USER_RIGHTS } from '../access.ts'
import { Id, Instant, Toggle } from '../api-contract/fields.ts'
import { QueueRef } from './queue.ts'
import { Setting } from './setting.ts'
import { WeekdaySchedules } from './working-hours.ts'

/** User as another row shows it. */
export const UserRef = z.object({ id: Id, name: z.string() })
export type UserRef = z.infer<typeof UserRef>

export const User = UserRef.extend({
  email: z.string(),
  /** True if the link of an email to the address was opened, or an admin vouches for it. */
  emailConfirmed: z.boolean(),
  /** Address that replaces `email` once the link of an email to it is opened. */
  pendingEmail: z.string().nullable(),
  profile: z.enum(PROFILES),
  super: z.boolean(),
  /** Named rights that an admin gave; admins have all of them without any. */
  permissions: z.array(z.enum(USER_RIGHTS)),
  companyId: Id,
  /** Default connection for new tickets. */
  whatsappId: Id.nullable(),
  /** True if the user also sees tickets without a queue. */
  allTicket: Toggle,
  queues: z.array(QueueRef),
  online: z.boolean(),
  /** True while the user is given no further tickets (`distribution` of a queue). */
  paused: z.boolean(),
  /** Hours in which the user may be signed in; null: always. They do not hold for admins. */
  accessHours: WeekdaySchedules.nullable(),
  /**
   * Text before the user's own messages, with variables; empty: that of the queue, else the name.
   */
  signature: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type User = z.infer<typeof User>

/** Signed-in user with the data that the interface needs at start. */
export const SessionUser = User.extend({
  company: z.object({
    id: Id,
    name: z.string(),
    dueDate: Instant,
    /** Path of the logo on the site. */
    mediaPath: z.string().nullable(),
    /** Time at which the trial ends, or ended. */
    trialExpiration: Instant.nullable(),
    /** True if the first steps of a new company are still to be shown to its admins. */
    firstSteps: z.boolean(),
    settings: z.array(Setting),
  }),
  /** Super user who works as this user in a support session, and its end. */
  support: UserRef.extend({ until: Instant }).optional(),
})
export type SessionUser = z.infer<typeof SessionUser>
