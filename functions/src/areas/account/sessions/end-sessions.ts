import { removePushDevices } from '../../../data/account/push-device.ts'
import { endSession } from '../../../data/account/session.ts'
import { evict } from '../../../realtime/evict.ts'
import type { Operations } from '../operations.ts'
import { noRefreshCookie } from '../refresh-cookie.ts'
import { refuseSupport } from '../refuse-support.ts'

export const endSessions: Operations['sessions']['end'] = async ctx => {
  const { companyId, actor } = ctx
  // In a support session, the sessions are those of the user acted as.
  refuseSupport(actor)
  const ended = await endSession(companyId, actor.userId)
  ctx.setCookie(noRefreshCookie())
  await removePushDevices(companyId, actor.userId)
  if (!ended) return
  ctx.audit({ subjectId: ended.sessionId })
  await evict(companyId, actor.userId, 'ended')
}
