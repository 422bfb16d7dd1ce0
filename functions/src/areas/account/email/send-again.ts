import type { account } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { takeAttemptSlot } from '../../../data/account/login-attempt.ts'
import { requireUser } from '../../../data/team/user.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { refuseSupport } from '../refuse-support.ts'
import { sendConfirmation } from '../send-confirmation.ts'

/** E-mails to a user's address in 15 minutes, including the one of a change. */
export const MAX_EMAILS = 5

/**
 * Sends the confirmation again, to the pending address: the requested one, else the current one.
 */
export const sendAgain: Handlers<typeof account, HttpContexts>['emailConfirmation']['send'] = async ctx => {
  const { companyId, actor } = ctx
  refuseSupport(actor)
  const user = await requireUser(companyId, actor.userId, true)
  const to = user.pendingEmail ?? (user.emailConfirmed ? null : user.email)
  if (to === null) return
  const wait = await takeAttemptSlot('confirmation', user.id, MAX_EMAILS)
  if (wait > 0) throw new AppError('ERR_TOO_MANY_REQUESTS', { data: { retryAfter: wait } })
  await sendConfirmation(ctx, companyId, user.id, to)
}
