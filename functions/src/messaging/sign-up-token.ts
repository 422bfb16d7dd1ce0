/**
 * Token of Meta's sign-up on its way through the browser: sealed for its company, so that only this
 * server can use it, and for an hour only.
 */
import { z } from 'zod'
import { seal, unseal } from '../integrations/sealed.ts'

const PLACE = 'signUp.accessToken'
const LIFETIME_MS = 3_600_000

const Kept = z.object({ token: z.string(), until: z.number() })

export const sealSignUpToken = (companyId: string, token: string, now: number): string =>
  seal(companyId, PLACE, JSON.stringify({ token, until: now + LIFETIME_MS }))

/** Returns the token that a browser gave: that of a sign-up, or a token of Meta's as it is. */
export function givenToken(companyId: string, given: string, now: number): string {
  const opened = unseal(companyId, PLACE, given)
  const kept = opened === undefined ? undefined : Kept.parse(JSON.parse(opened))
  // Meta refuses what is over: it is no token.
  return kept && kept.until > now ? kept.token : given
}
