import type { account } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { endSession, getSession, rightsOf, rotateSession } from '../../../data/account/session.ts'
import { getCompany } from '../../../data/company/company.ts'
import { shownSettings } from '../../../data/company/setting.ts'
import { retryUntilWritten, WriteConflict } from '../../../data/table/transact.ts'
import { getUser } from '../../../data/team/user.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { requireAccessHours } from '../../../http/require-access-hours.ts'
import { requirePaid } from '../../../http/require-paid.ts'
import { readRefreshToken, signAccessToken, signRefreshToken } from '../../../http/tokens.ts'
import { evict } from '../../../realtime/evict.ts'
import { endWithoutSecondFactor } from '../end-without-second-factor.ts'
import { noRefreshCookie, refreshCookie, refreshTokenOf } from '../refresh-cookie.ts'
import { refreshSupport } from '../refresh-support.ts'
import { sessionUser } from '../session-user.ts'

/**
 * Time after a rotation in which the previous token still works: two tabs, or a retry after a lost
 * answer, get the same next token. After it, a rotated token means that two parties have it.
 */
const GRACE_MS = 10_000

export const refresh: Handlers<typeof account, HttpContexts>['auth']['refresh'] = async ctx => {
  const support = await refreshSupport(ctx)
  if (support) return support
  const token = refreshTokenOf(ctx.headers)
  const claim = token ? readRefreshToken(token) : undefined
  if (!claim) throw new AppError('ERR_UNAUTHORIZED')
  const { companyId, userId, sessionId } = claim

  return retryUntilWritten(async () => {
    const session = await getSession(companyId, userId)
    if (session?.sessionId !== sessionId) {
      ctx.setCookie(noRefreshCookie())
      if ((await getCompany(companyId))?.status === false) throw new AppError('ERR_COMPANY_DISABLED')
      throw new AppError('ERR_SESSION_ENDED')
    }
    const [user, company, settings] = await Promise.all([
      getUser(companyId, userId, true),
      getCompany(companyId),
      shownSettings(companyId),
    ])
    if (!user || !company) throw new AppError('ERR_SESSION_ENDED')
    requirePaid(company, user)
    await requireAccessHours(user)
    await endWithoutSecondFactor(ctx, claim, settings)

    const rights = rightsOf(user)
    const isCurrent = claim.generation === session.generation
    // Another tab was first, or the user's rights changed.
    if (isCurrent && !(await rotateSession(session, rights))) throw new WriteConflict('session', session)
    if (!isCurrent) {
      const isPrevious = claim.generation === session.generation - 1
      if (!isPrevious || Date.now() - session.rotatedAt > GRACE_MS) {
        await endSession(companyId, userId, sessionId)
        await evict(companyId, userId, 'ended', sessionId)
        ctx.setCookie(noRefreshCookie())
        throw new AppError('ERR_SESSION_ENDED')
      }
    }
    const actor = { companyId, userId, sessionId, ...rights }
    ctx.setCookie(refreshCookie(signRefreshToken({ ...actor, generation: claim.generation + 1 })))
    return { token: await signAccessToken(actor), user: await sessionUser(user, company, settings) }
  })
}
