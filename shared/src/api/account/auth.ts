import { z } from 'zod'
import { Email } from '../../contract/fields.ts'
import { route } from '../../contract/route.ts'
import { SessionUser } from '../../entities/user.ts'

const Session = z.object({ token: z.string(), user: SessionUser })

export const auth = {
  /** Sets the refresh cookie `jrt` (4-decisions §2), and `jdv`, by which the device is known at the next sign-in. */
  login: route({
    method: 'POST',
    path: '/auth/login',
    summary: 'Sign in',
    access: 'public',
    servedBy: 'sign-in',
    body: z.object({ email: Email, password: z.string().min(1).max(200) }),
    response: Session,
    errors: [
      'ERR_INVALID_CREDENTIALS',
      'ERR_COMPANY_EXPIRED',
      'ERR_COMPANY_DISABLED',
      'ERR_TOO_MANY_REQUESTS',
      'ERR_CROSS_SITE',
    ],
  }),
  refresh: route({
    method: 'POST',
    path: '/auth/refresh_token',
    summary: 'A new access token for the refresh cookie',
    access: 'public',
    response: Session,
    errors: ['ERR_UNAUTHORIZED', 'ERR_SESSION_ENDED', 'ERR_COMPANY_EXPIRED', 'ERR_COMPANY_DISABLED', 'ERR_CROSS_SITE'],
  }),
  logout: route({
    method: 'DELETE',
    path: '/auth/logout',
    summary: 'Sign out: ends the session of the refresh cookie or of the bearer token',
    access: 'public',
    errors: ['ERR_CROSS_SITE'],
  }),
  me: route({
    method: 'GET',
    path: '/auth/me',
    summary: 'The signed-in user',
    access: 'user',
    response: SessionUser,
    errors: ['ERR_CROSS_SITE'],
  }),
}
