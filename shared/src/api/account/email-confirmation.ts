import { z } from 'zod'
import { route } from '../../api-contract/route.ts'
import { User } from '../../entities/user.ts'

/** Token of an email's link, behind the `#`: two ids and a code. */
export const EmailToken = z.string().trim().max(120)

export const emailConfirmation = {
  /** Idempotent: opening the same link again answers the same and changes nothing. */
  confirm: route({
    method: 'POST',
    path: '/auth/email/confirm',
    summary:
      'Confirm an e-mail by the link of the letter; an address that was asked for takes the place of the one before',
    access: 'public',
    body: z.object({ token: EmailToken }),
    response: z.object({ email: z.string() }),
    errors: ['ERR_CONFIRMATION_CODE', 'ERR_EMAIL_ALREADY_EXISTS', 'ERR_CONFLICT', 'ERR_TOO_MANY_REQUESTS'],
  }),
  /**
   * `token`: after a change of the email, the access token of the session that replaced all others.
   */
  code: route({
    method: 'POST',
    path: '/auth/email/code',
    summary: 'Confirm the own e-mail by the code of the letter',
    access: 'user',
    body: z.object({ code: z.string().trim().toUpperCase().max(40) }),
    response: User.extend({ token: z.string().optional() }),
    errors: [
      'ERR_SECOND_FACTOR_MISSING',
      'ERR_CONFIRMATION_CODE',
      'ERR_EMAIL_ALREADY_EXISTS',
      'ERR_CONFLICT',
      'ERR_TOO_MANY_REQUESTS',
    ],
  }),
  send: route({
    method: 'POST',
    path: '/auth/email/send',
    summary: 'Send the letter once more; nothing is sent where nothing is to be confirmed',
    access: 'user',
    errors: ['ERR_TOO_MANY_REQUESTS'],
  }),
  giveUp: route({
    method: 'DELETE',
    path: '/auth/email/pending',
    summary: 'Keep the e-mail there is, and give up the one that was asked for',
    access: 'user',
    errors: ['ERR_CONFLICT'],
  }),
}
