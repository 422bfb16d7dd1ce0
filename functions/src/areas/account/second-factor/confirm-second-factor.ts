import { confirmSecondFactor as confirm } from '../../../data/account/second-factor.ts'
import type { Operations } from '../operations.ts'
import { tellSignInChanged } from '../tell-sign-in-changed.ts'
import { byCode, requireOwnHand, requireSecondFactor } from './own-hand.ts'

export const confirmSecondFactor: Operations['secondFactor']['confirm'] = async (ctx, { body: { code } }) => {
  const user = await requireOwnHand(ctx)
  const row = await requireSecondFactor(user, true)
  const { codes } = await byCode(user, () => confirm(row, code))
  ctx.audit({ subjectId: user.id, name: user.name })
  await tellSignInChanged(ctx, user, { secondFactor: 'on', byOther: false })
  return { recoveryCodes: codes }
}
