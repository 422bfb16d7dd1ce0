import type { account } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { getLiveSupport } from '../../../data/account/support-session.ts'
import { requireCompany } from '../../../data/company/company.ts'
import { instant } from '../../../data/instant.ts'
import { requireUser } from '../../../data/team/user.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { sessionUser } from '../session-user.ts'

export const getMe: Handlers<typeof account, HttpContexts>['auth']['me'] = async ({ companyId, actor }) => {
  const [user, company] = await Promise.all([requireUser(companyId, actor.userId), requireCompany(companyId)])
  const row = actor.support && (await getLiveSupport(companyId, actor.sessionId))
  const support = row && { id: row.superId, name: row.superName, until: instant(row.until) }
  return { ...(await sessionUser(user, company)), ...(support ? { support } : {}) }
}
