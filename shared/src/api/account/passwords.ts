import { z } from 'zod'
import { Email, Id } from '../../contract/fields.ts'
import { route } from '../../contract/route.ts'

/** Stricter than when an admin or the person themselves sets one, as the form says. */
export const ResetPassword = z
  .string()
  .max(50, 'Too Long!')
  .regex(
    /^(?=.*\p{Ll})(?=.*\p{Lu})(?=.*\d).{8,}$/su,
    'at least 8 characters with a lower-case letter, an upper-case letter and a digit',
  )

const Reset = z.object({ email: Email, token: z.string().trim().toUpperCase().max(40), password: ResetPassword })

const errors = ['ERR_RESET_CODE', 'ERR_WEAK_PASSWORD', 'ERR_TOO_MANY_REQUESTS'] as const

export const forgetpassword = {
  /**
   * The same answer whether somebody has the e-mail or not, unless the page is that of a company (`companyId`) which wants it said
   * (setting `revealUnknownEmail`).
   */
  request: route({
    method: 'POST',
    path: '/forgetpassword/{email}',
    summary: 'Send a code for a new password to an e-mail',
    access: 'public',
    params: z.object({ email: Email }),
    query: z.object({ companyId: Id.optional() }),
    errors: ['ERR_NO_EMAIL_FOUND', 'ERR_TOO_MANY_REQUESTS'],
  }),
}

export const resetpasswords = {
  reset: route({
    method: 'POST',
    path: '/resetpasswords',
    summary: 'A new password by the code from the e-mail; every session ends',
    access: 'public',
    audit: 'session.changePassword',
    body: Reset,
    errors,
  }),
  /** Secrets in a path get into logs that are not ours: for clients that know no other form. */
  resetByPath: route({
    method: 'POST',
    path: '/resetpasswords/{email}/{token}/{password}',
    summary: 'The same with everything in the path; use the body',
    access: 'public',
    audit: 'session.changePassword',
    params: Reset,
    errors,
  }),
}
