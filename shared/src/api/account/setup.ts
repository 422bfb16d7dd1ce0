import { z } from 'zod'
import { Email, Instant, Name } from '../../api-contract/fields.ts'
import { route } from '../../api-contract/route.ts'
import { UserRef } from '../../entities/user.ts'

/** Person with the first password; its rule is that of a sign-up. */
const Person = z.object({ name: Name, email: Email, password: z.string().min(5).max(50) })

const Token = z.string().trim().min(1).max(200)
const refusals = ['ERR_SETUP_TOKEN', 'ERR_SETUP_EXPIRED', 'ERR_SETUP_DONE'] as const

/**
 * First set-up of an installation on a server of one's own. The server prints the link with the
 * token when it starts; a deployed stage never makes a token, so the call is refused there.
 */
export const setup = {
  look: route({
    method: 'POST',
    path: '/setup/look',
    summary: 'Until when the link that the server printed is good',
    access: 'public',
    body: z.object({ token: Token }),
    response: z.object({ goodUntil: Instant }),
    errors: refusals,
  }),
  setUp: route({
    method: 'POST',
    path: '/setup',
    summary: 'Make the super user, the first company and its admin, by the link that the server printed; works once',
    access: 'public',
    audit: 'company.create',
    body: z.object({
      token: Token,
      super: Person,
      company: z.object({ name: Name, admin: Person }),
    }),
    response: z.object({
      super: UserRef.describe('The super user, who belongs to the company as well'),
      company: z.object({ id: z.string(), name: z.string(), admin: UserRef }),
    }),
    status: 201,
    errors: [...refusals, 'ERR_EMAIL_ALREADY_EXISTS', 'ERR_COMPANY_ALREADY_EXISTS', 'ERR_NO_PLAN_FOUND'],
  }),
}
