import type { account } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { requireCompany } from '../../../data/company/company.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { openInvitation } from './open-invitation.ts'

/** Returns an invitation without using up its code. */
export const getInvitation: Handlers<typeof account, HttpContexts>['invitation']['look'] = async (ctx, { body }) => {
  const { given, row } = await openInvitation(ctx.sourceIp, body.token)
  const company = await requireCompany(given.companyId)
  return { name: row.name, email: row.email, company: company.name, invitedBy: row.invitedBy.name }
}
