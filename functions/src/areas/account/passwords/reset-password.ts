import type { account } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { recordFailedAttempt, releaseAttempt, reserveAttempt } from '../../../data/account/login-attempt.ts'
import * as reset from '../../../data/account/password-reset.ts'
import { findByEmail } from '../../../data/table/unique.ts'
import { getUser } from '../../../data/team/user.ts'
import type { HttpContexts, PublicContext } from '../../../http/context.ts'
import { hashPassword } from '../../../http/password.ts'
import { evict } from '../../../realtime/evict.ts'
import { refuseWeakPassword } from '../../team/users/refuse-weak-password.ts'
import { emailSignInChanged } from '../email-sign-in-changed.ts'

/** Wrong codes allowed from an address in 15 minutes. */
const MAX_FAILURES = 10

type Operations = Handlers<typeof account, HttpContexts>['resetpasswords']

type PasswordReset = { email: string; token: string; password: string }

/**
 * Sets a new password by the code from the e-mail and ends every session. An unknown e-mail and a
 * wrong code look alike and take as long; nothing is derived before the code was right.
 */
async function set(ctx: PublicContext, { email, token, password }: PasswordReset): Promise<void> {
  const attempt = await reserveAttempt('resetCode', ctx.sourceIp, MAX_FAILURES)
  if (typeof attempt === 'number') throw new AppError('ERR_TOO_MANY_REQUESTS', { data: { retryAfter: attempt } })
  let right: Awaited<ReturnType<typeof reset.tryResetCode>>
  let isTried = false
  try {
    right = await reset.tryResetCode(email, token)
    isTried = true
  } finally {
    await (isTried && !right ? recordFailedAttempt(attempt) : releaseAttempt(attempt))
  }
  // The owner of the e-mail is read only now: until here nothing depends on it.
  const owner = right ? await findByEmail(email) : undefined
  const user = owner && right?.isOf(owner) ? await getUser(owner.companyId, owner.userId, true) : undefined
  if (!owner || !user) throw new AppError('ERR_RESET_CODE', { details: [{ path: 'token', code: 'ERR_RESET_CODE' }] })
  const { companyId, userId } = owner
  await refuseWeakPassword(companyId, password, user)
  await reset.resetPassword(email, owner, token, await hashPassword(password))
  ctx.audit({ companyId, user: { id: userId, name: user.name }, subjectId: userId })
  await emailSignInChanged(ctx, user, { password: true, email: false, byOther: false })
  await evict(companyId, userId, 'ended')
}

export const resetPassword: Operations['reset'] = async (ctx, { body }) => {
  await set(ctx, body)
}

export const resetPasswordByPath: Operations['resetByPath'] = async (ctx, { params }) => {
  await set(ctx, params)
}
