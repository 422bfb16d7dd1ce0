import type { account } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { removePushDevices } from '../../../data/account/push-device.ts'
import { endSession } from '../../../data/account/session.ts'
import { getCaller } from '../../../data/team/user.ts'
import { bearerOf } from '../../../http/authenticate.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { readRefreshToken, verifyAccessToken } from '../../../http/tokens.ts'
import { evict } from '../../../realtime/evict.ts'
import { leaveSupport } from '../leave-support.ts'
import { noRefreshCookie, refreshTokenOf } from '../refresh-cookie.ts'

/** Ends the session of whichever token was sent; signing out twice is no error. */
export const logout: Handlers<typeof account, HttpContexts>['auth']['logout'] = async ctx => {
  await leaveSupport(ctx)
  const cookie = refreshTokenOf(ctx.headers)
  const bearer = bearerOf(ctx.headers)
  const claim =
    (cookie ? readRefreshToken(cookie) : undefined) ??
    (bearer ? await verifyAccessToken(bearer).catch(() => undefined) : undefined)
  ctx.setCookie(noRefreshCookie())
  if (!claim || !(await endSession(claim.companyId, claim.userId, claim.sessionId))) return
  const { companyId, userId, sessionId } = claim
  await removePushDevices(companyId, userId, sessionId)
  const user = await getCaller(companyId, userId)
  ctx.audit({ companyId, user: { id: userId, name: user?.name ?? '' }, subjectId: sessionId })
  await evict(companyId, userId, 'ended', sessionId)
}
