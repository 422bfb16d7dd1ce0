import { z } from 'zod'
import { Email, Id } from '../../api-contract/fields.ts'
import { route } from '../../api-contract/route.ts'
import { fieldMessage } from '../../validation/field-message.ts'

/**
 * Password of a reset; its rule is stricter than for an admin or the signed-in user, as the form
 * says.
 */
export const ResetPassword = z
  .string()
  .max(50)
  .regex(/^(?=.*\p{Ll})(?=.*\p{Lu})(?=.*\d).{8,}$/su, fieldMessage('resetPassword.password', 'weak_password'))

const Reset = z.object({ email: Email, token: z.string().trim().toUpperCase().max(40), password: ResetPassword })

const errors = ['ERR_RESET_CODE', 'ERR_WEAK_PASSWORD', 'ERR_TOO_MANY_REQUESTS'] as const

export const forgetpassword = {
  /**
   * Answers the same whether the email exists or not, unless the page belongs to a company
   * (`companyId`) that wants it said (setting `revealUnknownEmail`).
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
  /** For clients that know no other form: a secret in a path gets into logs of others. */
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
