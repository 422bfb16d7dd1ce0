import { renewRecoveryCodes as renew } from '../../../data/account/second-factor.ts'
import type { Operations } from '../operations.ts'
import { byCode, requireNotSupport, requireSecondFactor } from './require-not-support.ts'

/**
 * Renews the recovery codes by a code of the app. A user with only recovery codes left switches the
 * second factor off with one, and on again.
 */
export const renewRecoveryCodes: Operations['secondFactor']['renewCodes'] = async (ctx, { body: { code } }) => {
  const user = await requireNotSupport(ctx)
  const row = await requireSecondFactor(user)
  const { codes } = await byCode(user, () => renew(row, code))
  ctx.audit({ subjectId: user.id, name: user.name })
  return { recoveryCodes: codes }
}
