import { AppError } from '@balcao/shared/errors.ts'
import { beginSecondFactor as begin, getSecondFactor, isOn } from '../../../data/account/second-factor.ts'
import { totpUri } from '../../../http/totp.ts'
import { requireCurrentPassword } from '../../team/users/require-current-password.ts'
import type { Operations } from '../operations.ts'
import { requireNotSupport } from './require-not-support.ts'

/**
 * Begins the setup of a second factor. It asks for the password: somebody at an open browser must
 * not lock its owner out with an app of their own.
 */
export const beginSecondFactor: Operations['secondFactor']['begin'] = async (ctx, { body: { currentPassword } }) => {
  const user = await requireNotSupport(ctx)
  if (isOn(await getSecondFactor(user.companyId, user.id))) throw new AppError('ERR_SECOND_FACTOR_ON')
  await requireCurrentPassword(user, currentPassword)
  const secret = await begin(user.companyId, user.id)
  return { secret, uri: totpUri(secret, user.email) }
}
