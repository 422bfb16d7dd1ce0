import type { account } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { newId } from '@balcao/shared/ids.ts'
import { confirmEmail, tryConfirmationCode } from '../../../data/account/email-confirmation.ts'
import { recordFailedAttempt, releaseAttempt, reserveAttempt } from '../../../data/account/login-attempt.ts'
import { rightsOf } from '../../../data/account/session.ts'
import { shownSettings } from '../../../data/company/setting.ts'
import { listQueues } from '../../../data/team/queue.ts'
import { requireUser, toWireUser } from '../../../data/team/user.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { evict } from '../../../realtime/evict.ts'
import { publish } from '../../../realtime/publish.ts'
import { emailSignInChanged } from '../email-sign-in-changed.ts'
import { endWithoutSecondFactor } from '../end-without-second-factor.ts'
import { issueSession } from '../issue-session.ts'
import { refuseSupport } from '../refuse-support.ts'

/** Wrong codes allowed from an address in 15 minutes. */
const MAX_FAILURES = 10

/**
 * Confirms an e-mail by a code, for a signed-in user: an address that replaces another ends every
 * other session, and this one goes on.
 */
export const confirmByCode: Handlers<typeof account, HttpContexts>['emailConfirmation']['code'] = async (
  ctx,
  { body: { code } },
) => {
  const { companyId, actor } = ctx
  refuseSupport(actor)
  // A new session must not bypass the check of the next refresh.
  await endWithoutSecondFactor(ctx, actor, await shownSettings(companyId))
  const attempt = await reserveAttempt('letterCode', ctx.sourceIp, MAX_FAILURES)
  if (typeof attempt === 'number') throw new AppError('ERR_TOO_MANY_REQUESTS', { data: { retryAfter: attempt } })
  const [right, before] = await Promise.all([
    tryConfirmationCode(companyId, actor.userId, code),
    requireUser(companyId, actor.userId, true),
  ])
  await (right ? releaseAttempt(attempt) : recordFailedAttempt(attempt))
  if (!right)
    throw new AppError('ERR_CONFIRMATION_CODE', { details: [{ path: 'code', code: 'ERR_CONFIRMATION_CODE' }] })
  if (right.used) return toWireUser(before, await listQueues(companyId))
  const session = {
    companyId,
    userId: before.id,
    sessionId: newId(),
    ...rightsOf({ ...actor, accessHours: before.accessHours }),
  }
  const after = await confirmEmail(before, right.email, code, session, ctx.sourceIp)
  const changes = after.email !== before.email
  if (changes) {
    await emailSignInChanged(ctx, before, { password: false, email: true, byOther: false })
    await evict(companyId, before.id, 'replaced')
  }
  const user = toWireUser(after, await listQueues(companyId))
  await publish(companyId, 'user', { action: 'update', user })
  return { ...user, ...(changes ? { token: await issueSession(ctx, session) } : {}) }
}
