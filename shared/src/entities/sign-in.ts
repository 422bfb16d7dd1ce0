import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'

/** Days for which users see their sign-ins, and the maximum number of them. */
export const SIGN_IN_DAYS = 30
export const SIGN_INS_SHOWN = 50

/**
 * `live`: the current session. `replaced`: by a sign-in elsewhere. `over`: it expired, or a new
 * password ended it.
 */
const OUTCOMES = ['live', 'signedOut', 'replaced', 'over', 'refused'] as const

/** Sign-in of the caller, or a refused attempt. */
export const SignIn = z.object({
  id: Id,
  at: Instant,
  outcome: z.enum(OUTCOMES),
  /** Time at which it was signed out, or replaced. */
  endedAt: Instant.nullable(),
  address: z.string().nullable(),
  /** Name such as `Firefox · Windows`. */
  browser: z.string().nullable(),
})
export type SignIn = z.infer<typeof SignIn>
