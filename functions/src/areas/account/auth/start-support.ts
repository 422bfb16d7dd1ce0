import type { account } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { startSupport as start } from '../../../data/account/support-session.ts'
import { requireCompany } from '../../../data/company/company.ts'
import { listUsers, requireUser } from '../../../data/team/user.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { signRefreshToken } from '../../../http/tokens.ts'
import { supportAnswer } from '../support-answer.ts'
import { supportCookie } from '../support-cookie.ts'

/**
 * Starts a support session as the company's first admin who is no super user: this way gives
 * nobody's rights over the installation.
 */
export const startSupport: Handlers<typeof account, HttpContexts>['auth']['startSupport'] = async (ctx, { body }) => {
  const { companyId } = body
  const [company, users, by] = await Promise.all([
    requireCompany(companyId),
    listUsers(companyId),
    requireUser(ctx.companyId, ctx.actor.userId),
  ])
  // The right may have been taken away since the session copied it.
  if (!by.super) throw new AppError('ERR_NO_PERMISSION')
  if (company.deleting) throw new AppError('ERR_NO_COMPANY_FOUND')
  const [admin] = users
    .filter(user => user.profile === 'admin' && !user.super)
    .sort((a, b) => a.createdAt.localeCompare(b.createdAt))
  if (!admin) throw new AppError('ERR_NO_USER_FOUND')
  const row = await start(
    { companyId, userId: admin.id, by: { ...by, sessionId: ctx.actor.sessionId } },
    {
      action: 'session.support',
      subjectId: admin.id,
      name: admin.name,
      user: { id: by.id, name: by.name },
      support: true,
      address: ctx.sourceIp,
    },
  )
  ctx.setCookie(supportCookie(signRefreshToken({ ...row, generation: 0 })))
  return supportAnswer(row)
}
