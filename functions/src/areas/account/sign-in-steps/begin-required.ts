import { AppError } from '@balcao/shared/errors.ts'
import { beginSecondFactor } from '../../../data/account/second-factor.ts'
import { readChallenge } from '../../../data/account/sign-in-challenge.ts'
import { getUser } from '../../../data/team/user.ts'
import { totpUri } from '../../../http/totp.ts'
import type { Operations } from '../operations.ts'

/**
 * Begins the required setup of a second factor. Idempotent: a new call replaces the unconfirmed
 * key.
 */
export const beginRequired: Operations['signInSteps']['begin'] = async (_, { body: { token } }) => {
  const challenge = await readChallenge(token, 'setup')
  const user = challenge && (await getUser(challenge.companyId, challenge.userId))
  if (!user) throw new AppError('ERR_SECOND_FACTOR_TOKEN')
  const secret = await beginSecondFactor(user.companyId, user.id)
  return { secret, uri: totpUri(secret, user.email) }
}
