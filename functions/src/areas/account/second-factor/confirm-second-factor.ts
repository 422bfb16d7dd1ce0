import { confirmSecondFactor as confirm } from '../../../data/account/second-factor.ts'
import { emailSignInChanged } from '../email-sign-in-changed.ts'
import type { Operations } from '../operations.ts'
import { byCode, requireNotSupport, requireSecondFactor } from './require-not-support.ts'

export const confirmSecondFactor: Operations['secondFactor']['confirm'] = async (ctx, { body: { code } }) => {
  const user = await requireNotSupport(ctx)
  const row = await requireSecondFactor(user, true)
  const { codes } = await byCode(user, () => confirm(row, code))
  ctx.audit({ subjectId: user.id, name: user.name })
  await emailSignInChanged(ctx, user, { secondFactor: 'on', byOther: false })
  return { recoveryCodes: codes }
}
