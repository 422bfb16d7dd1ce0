import { z } from 'zod'
import { Email, Id, Instant } from '../../api-contract/fields.ts'
import { route } from '../../api-contract/route.ts'
import { SignIn } from '../../entities/sign-in.ts'
import { SessionUser } from '../../entities/user.ts'

export const Session = z.object({ token: z.string(), user: SessionUser })

export const auth = {
  /**
   * Sets the refresh cookie `jrt`, and `jdv`, which identifies the device next time
   * (decision 0012).
   */
  login: route({
    method: 'POST',
    path: '/auth/login',
    summary: 'Sign in',
    access: 'public',
    audit: 'session.signIn',
    servedBy: 'sign-in',
    body: z.object({ email: Email, password: z.string().min(1).max(200) }),
    response: Session,
    errors: [
      'ERR_INVALID_CREDENTIALS',
      'ERR_SECOND_FACTOR_REQUIRED',
      'ERR_SECOND_FACTOR_SETUP',
      'ERR_COMPANY_EXPIRED',
      'ERR_COMPANY_DISABLED',
      'ERR_OUTSIDE_ACCESS_HOURS',
      'ERR_TOO_MANY_REQUESTS',
    ],
  }),
  refresh: route({
    method: 'POST',
    path: '/auth/refresh_token',
    summary: 'A new access token for the refresh cookie',
    access: 'public',
    response: Session,
    errors: [
      'ERR_UNAUTHORIZED',
      'ERR_SESSION_ENDED',
      'ERR_SECOND_FACTOR_MISSING',
      'ERR_COMPANY_EXPIRED',
      'ERR_COMPANY_DISABLED',
      'ERR_OUTSIDE_ACCESS_HOURS',
    ],
  }),
  logout: route({
    method: 'DELETE',
    path: '/auth/logout',
    summary: 'Sign out: ends the session of the refresh cookie or of the bearer token',
    access: 'public',
    audit: 'session.signOut',
  }),
  me: route({
    method: 'GET',
    path: '/auth/me',
    summary: 'The signed-in user',
    access: 'user',
    response: SessionUser,
  }),
  /**
   * Makes the browser an admin of the company for half an hour (cookie `jrs`); the sessions of the
   * admin and of the super user stay unchanged. The company's audit log records who it was, and
   * when.
   */
  startSupport: route({
    method: 'POST',
    path: '/auth/support',
    summary: 'Sign in as an admin of a company, for its support',
    access: 'super',
    body: z.object({ companyId: Id }),
    response: Session,
    errors: ['ERR_NO_COMPANY_FOUND', 'ERR_NO_USER_FOUND'],
  }),
  /** Ends the support session: after it, a refresh answers the super user's own session. */
  endSupport: route({
    method: 'DELETE',
    path: '/auth/support',
    summary: 'Leave the company one is in for support',
    access: 'public',
  }),
}

/**
 * Sessions of the caller. A user has one session at a time (a sign-in elsewhere ends it), so the
 * answer shows where it is, and where the earlier ones were.
 */
export const sessions = {
  list: route({
    method: 'GET',
    path: '/auth/me/sessions',
    summary: 'The own session and the sign-ins of the last 30 days, newest first, those that were refused too',
    access: 'user',
    response: z.object({ signIns: z.array(SignIn), since: Instant.describe('Beginning of the session') }),
  }),
  end: route({
    method: 'DELETE',
    path: '/auth/me/sessions',
    summary: 'Sign out wherever one is signed in',
    access: 'user',
    audit: 'session.signOut',
  }),
}
