import { z } from 'zod'
import { route } from '../../api-contract/route.ts'
import { RecoveryCodes, SecondFactor, SecondFactorKey } from '../../entities/second-factor.ts'
import { Session } from './auth.ts'

/** Code of an app, or a recovery code, with or without the separators shown in it. */
const Code = z.string().trim().min(1).max(40)
/**
 * Token answered with ERR_SECOND_FACTOR_REQUIRED or ERR_SECOND_FACTOR_SETUP, valid for some minutes
 * and five attempts.
 */
const Token = z.string().max(500)
const currentPassword = z.string().max(200)

const refused = [
  ...(['ERR_COMPANY_EXPIRED', 'ERR_COMPANY_DISABLED', 'ERR_OUTSIDE_ACCESS_HOURS'] as const),
  'ERR_TOO_MANY_REQUESTS',
] as const

/** Second step of a sign-in whose password was right. */
export const signInSteps = {
  enter: route({
    method: 'POST',
    path: '/auth/second-factor',
    summary: 'Sign in, second step: a code of the app, or a recovery code',
    access: 'public',
    audit: 'session.signIn',
    body: z.object({ token: Token, code: Code }),
    response: Session,
    errors: ['ERR_SECOND_FACTOR_TOKEN', 'ERR_SECOND_FACTOR_CODE', ...refused],
  }),
  begin: route({
    method: 'POST',
    path: '/auth/second-factor/setup',
    summary: 'Key for the app before the sign-in is complete, if the company requires a second factor',
    access: 'public',
    body: z.object({ token: Token }),
    response: SecondFactorKey,
    errors: ['ERR_SECOND_FACTOR_TOKEN', 'ERR_SECOND_FACTOR_ON', ...refused],
  }),
  confirm: route({
    method: 'POST',
    path: '/auth/second-factor/setup/confirm',
    summary: 'Switch it on by the first code, and sign in',
    access: 'public',
    audit: 'session.signIn',
    body: z.object({ token: Token, code: Code }),
    response: Session.extend(RecoveryCodes.shape),
    errors: ['ERR_SECOND_FACTOR_TOKEN', 'ERR_SECOND_FACTOR_CODE', 'ERR_SECOND_FACTOR_ON', ...refused],
  }),
}

const common = { access: 'user', audit: 'user.changeSecondFactor' } as const
const proven = ['ERR_CURRENT_PASSWORD', 'ERR_SECOND_FACTOR_CODE', 'ERR_TOO_MANY_REQUESTS'] as const

/** Second factor of the signed-in user. */
export const secondFactor = {
  get: route({
    method: 'GET',
    path: '/auth/me/second-factor',
    summary: 'State of the own second factor',
    access: 'user',
    response: SecondFactor,
  }),
  /** Idempotent: an unconfirmed key has no effect, and a new call replaces it. */
  begin: route({
    method: 'POST',
    path: '/auth/me/second-factor',
    summary: 'A key for the app; it counts when a code of it was confirmed',
    access: 'user',
    body: z.object({ currentPassword }),
    response: SecondFactorKey,
    errors: ['ERR_SECOND_FACTOR_ON', ...proven],
  }),
  confirm: route({
    ...common,
    method: 'POST',
    path: '/auth/me/second-factor/confirm',
    summary: 'Switch it on by the first code; the recovery codes are shown here and never again',
    body: z.object({ code: Code }),
    response: RecoveryCodes,
    errors: ['ERR_SECOND_FACTOR_ON', 'ERR_SECOND_FACTOR_OFF', ...proven],
  }),
  renewCodes: route({
    ...common,
    method: 'POST',
    path: '/auth/me/second-factor/recovery-codes',
    summary: 'New recovery codes in the place of all there were',
    body: z.object({ code: Code }),
    response: RecoveryCodes,
    errors: ['ERR_SECOND_FACTOR_OFF', ...proven],
  }),
  remove: route({
    ...common,
    method: 'POST',
    path: '/auth/me/second-factor/off',
    summary: 'Switch it off, by password and code',
    body: z.object({ currentPassword, code: Code }),
    errors: ['ERR_SECOND_FACTOR_OFF', 'ERR_SECOND_FACTOR_ENFORCED', ...proven],
  }),
}
