import { z } from 'zod'
import { Id, Instant } from '../contract/fields.ts'

/** How far back somebody sees where they signed in (days), and at most how often. */
export const SIGN_IN_DAYS = 30
export const SIGN_INS_SHOWN = 50

/** `live`: this is the session there is. `replaced`: by a sign-in elsewhere. `over`: it ran out, or a new password ended it. */
const OUTCOMES = ['live', 'signedOut', 'replaced', 'over', 'refused'] as const

/** A sign-in of the user who asks, or a try that was refused. */
export const SignIn = z.object({
  id: Id,
  at: Instant,
  outcome: z.enum(OUTCOMES),
  /** When it was signed out of, or replaced. */
  endedAt: Instant.nullable(),
  address: z.string().nullable(),
  /** `Firefox · Windows` */
  browser: z.string().nullable(),
})
export type SignIn = z.infer<typeof SignIn>
