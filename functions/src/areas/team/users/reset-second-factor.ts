import { AppError } from '@balcao/shared/errors.ts'
import { dropSecondFactor, getSecondFactor, isOn } from '../../../data/account/second-factor.ts'
import { endOfSession, forgetSession } from '../../../data/account/session.ts'
import { transact } from '../../../data/table/transact.ts'
import { getUser } from '../../../data/team/user.ts'
import { evict } from '../../../realtime/evict.ts'
import { emailSignInChanged } from '../../account/email-sign-in-changed.ts'
import type { Operations } from '../operations.ts'

/**
 * Resets the second factor of a colleague who lost phone and recovery codes: they sign in by their
 * password alone again, or set up a new one where the company requires it.
 */
export const resetSecondFactor: Operations['users']['resetSecondFactor'] = async (ctx, { params: { id } }) => {
  const { companyId, actor } = ctx
  const user = await getUser(companyId, id, true)
  if (!user) return
  // One's own reset asks for password and code; a super user's would be a way to become one.
  if (actor.support || id === actor.userId || (user.super && !actor.super)) throw new AppError('ERR_NO_PERMISSION')
  if (!isOn(await getSecondFactor(companyId, id))) return
  // A super user's session ends with it, and with that their support session.
  await transact([dropSecondFactor(companyId, id), ...(user.super ? [endOfSession(companyId, id)] : [])])
  if (user.super) {
    forgetSession(id)
    await evict(companyId, id, 'ended')
  }
  ctx.audit({ name: user.name })
  await emailSignInChanged(ctx, user, { secondFactor: 'off', byOther: true })
}
