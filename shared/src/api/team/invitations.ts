import { z } from 'zod'
import { IdParams, plainListQuery } from '../../api-contract/fields.ts'
import { route } from '../../api-contract/route.ts'
import { Invitation } from '../../entities/invitation.ts'
import { LANGUAGES } from '../../rules/language.ts'
import { UserBody } from './users.ts'

const InvitationBody = UserBody.omit({ password: true, accessHours: true }).extend({
  language: z.enum(LANGUAGES).optional(),
})

/** Invitations by email to join the company. */
export const invitations = {
  list: route({
    method: 'GET',
    path: '/users/invitations',
    summary: 'Every pending invitation, by name',
    access: 'admin',
    query: z.object(plainListQuery),
    response: z.array(Invitation),
  }),
  /** `language` of the email: the caller's (`Accept-Language`) by default. */
  create: route({
    method: 'POST',
    audit: 'invitation.create',
    path: '/users/invitations',
    summary: 'Ask somebody by e-mail to join the company',
    access: 'admin',
    body: InvitationBody,
    response: Invitation,
    status: 201,
    errors: [
      'ERR_EMAIL_ALREADY_EXISTS',
      'ERR_INVITATION_ALREADY_EXISTS',
      'ERR_PLAN_LIMIT',
      'ERR_NO_QUEUE_FOUND',
      'ERR_NO_WAPP_FOUND',
      'ERR_TOO_MANY_REQUESTS',
    ],
  }),
  send: route({
    method: 'POST',
    audit: 'invitation.update',
    path: '/users/invitations/{id}/send',
    summary: 'Send an invitation again, good for another seven days; the link before is dead',
    access: 'admin',
    params: IdParams,
    response: Invitation,
    errors: ['ERR_NO_INVITATION_FOUND', 'ERR_PLAN_LIMIT', 'ERR_CONFLICT', 'ERR_TOO_MANY_REQUESTS'],
  }),
  remove: route({
    method: 'DELETE',
    audit: 'invitation.delete',
    path: '/users/invitations/{id}',
    summary: 'Withdraw an invitation',
    access: 'admin',
    params: IdParams,
    errors: ['ERR_CONFLICT'],
  }),
}
