import { AppError } from '@balcao/shared/errors.ts'
import { dropWithCode } from '../../../data/account/second-factor.ts'
import { readSettings } from '../../../data/company/setting.ts'
import { requireCurrentPassword } from '../../team/users/require-current-password.ts'
import { emailSignInChanged } from '../email-sign-in-changed.ts'
import type { Operations } from '../operations.ts'
import { byCode, requireNotSupport, requireSecondFactor } from './require-not-support.ts'

export const removeSecondFactor: Operations['secondFactor']['remove'] = async (ctx, { body }) => {
  const user = await requireNotSupport(ctx)
  const row = await requireSecondFactor(user)
  if ((await readSettings(user.companyId)).requireSecondFactor === 'enabled')
    throw new AppError('ERR_SECOND_FACTOR_ENFORCED')
  await requireCurrentPassword(user, body.currentPassword)
  await byCode(user, () => {
    const write = dropWithCode(row, body.code)
    return write && { write }
  })
  ctx.audit({ subjectId: user.id, name: user.name })
  await emailSignInChanged(ctx, user, { secondFactor: 'off', byOther: false })
}
