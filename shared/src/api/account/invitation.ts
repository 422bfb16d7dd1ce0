import { z } from 'zod'
import { Name } from '../../api-contract/fields.ts'
import { route } from '../../api-contract/route.ts'
import { EmailToken } from './email-confirmation.ts'

const errors = ['ERR_INVITATION_CODE', 'ERR_TOO_MANY_REQUESTS'] as const

/** Invitation that somebody got by email. Its token is sent only in bodies: paths get into logs. */
export const invitation = {
  look: route({
    method: 'POST',
    path: '/auth/invitation/look',
    summary: 'Whom the link of an invitation asks to join which company',
    access: 'public',
    body: z.object({ token: EmailToken }),
    response: z.object({ name: z.string(), email: z.string(), company: z.string(), invitedBy: z.string() }),
    errors,
  }),
  accept: route({
    method: 'POST',
    path: '/auth/invitation/accept',
    summary: 'Join by the link of an invitation, with a password of the own; then sign in',
    access: 'public',
    body: z.object({
      token: EmailToken,
      name: Name,
      password: z.string().min(5).max(50),
    }),
    response: z.object({ email: z.string() }),
    status: 201,
    errors: [...errors, 'ERR_WEAK_PASSWORD', 'ERR_EMAIL_ALREADY_EXISTS'],
  }),
}
