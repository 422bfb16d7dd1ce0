import { renewRecoveryCodes as renew } from '../../../data/account/second-factor.ts'
import type { Operations } from '../operations.ts'
import { byCode, requireOwnHand, requireSecondFactor } from './own-hand.ts'

/** By a code of the app: who has only recovery codes left switches it off with one, and on again. */
export const renewRecoveryCodes: Operations['secondFactor']['renewCodes'] = async (ctx, { body: { code } }) => {
  const user = await requireOwnHand(ctx)
  const row = await requireSecondFactor(user)
  const { codes } = await byCode(user, () => renew(row, code))
  ctx.audit({ subjectId: user.id, name: user.name })
  return { recoveryCodes: codes }
}
