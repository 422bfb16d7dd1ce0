import { AppError } from '@balcao/shared/errors.ts'
import { clearAttempts, takeAttemptSlot } from '../../../data/account/login-attempt.ts'
import { getPasswordHash, type UserRow } from '../../../data/team/user.ts'
import { verifyPassword } from '../../../http/password.ts'

/** Wrong guesses of a user's current password in 15 minutes. */
const MAX_GUESSES = 10

/**
 * Compares the current password that a signed-in user gives, and returns its hash. Guesses are
 * counted before they are made, per user and apart from sign-ins: a stolen token can neither go on
 * guessing nor lock its owner out.
 * @throws ERR_CURRENT_PASSWORD, also when none is given, and ERR_TOO_MANY_REQUESTS
 */
export async function requireCurrentPassword(
  { companyId, id }: Pick<UserRow, 'companyId' | 'id'>,
  given: string | undefined,
): Promise<string> {
  const wrong = () =>
    new AppError('ERR_CURRENT_PASSWORD', { details: [{ path: 'currentPassword', code: 'ERR_CURRENT_PASSWORD' }] })
  if (!given) throw wrong()
  const user = `${companyId}#${id}`
  const wait = await takeAttemptSlot('password', user, MAX_GUESSES)
  if (wait > 0) throw new AppError('ERR_TOO_MANY_REQUESTS', { data: { retryAfter: wait } })
  const hash = await getPasswordHash(companyId, id)
  if (!(await verifyPassword(given, hash)) || hash === undefined) throw wrong()
  await clearAttempts('password', user)
  return hash
}
