import { z } from 'zod'
import { PROFILES, USER_RIGHTS } from '../access.ts'
import { Id, Instant, Toggle } from '../contract/fields.ts'
import { QueueRef } from './queue.ts'
import { Setting } from './setting.ts'

/** A user as a row of something else shows it. */
export const UserRef = z.object({ id: Id, name: z.string() })
export type UserRef = z.infer<typeof UserRef>

export const User = UserRef.extend({
  email: z.string(),
  /** Whether a letter to the address was answered, or an admin vouches for it. */
  emailConfirmed: z.boolean(),
  /** The address that takes the place of `email` once a letter to it is answered. */
  pendingEmail: z.string().nullable(),
  profile: z.enum(PROFILES),
  super: z.boolean(),
  /** Named rights an admin gave; admins have all of them without any. */
  permissions: z.array(z.enum(USER_RIGHTS)),
  companyId: Id,
  /** Default connection for new tickets. */
  whatsappId: Id.nullable(),
  /** Sees tickets without a queue too. */
  allTicket: Toggle,
  queues: z.array(QueueRef),
  online: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type User = z.infer<typeof User>

/** The signed-in user with what the interface needs at start. */
export const SessionUser = User.extend({
  company: z.object({
    id: Id,
    name: z.string(),
    dueDate: Instant,
    /** The logo's path on the site. */
    mediaPath: z.string().nullable(),
    /** When the trial ends, or ended. */
    trialExpiration: Instant.nullable(),
    /** The first steps of a new company are still to be shown to its admins. */
    firstSteps: z.boolean(),
    settings: z.array(Setting),
  }),
  /** Who of the installation is at work as this user, and until when. */
  support: UserRef.extend({ until: Instant }).optional(),
})
export type SessionUser = z.infer<typeof SessionUser>
