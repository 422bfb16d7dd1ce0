import { AppError } from '@balcao/shared/errors.ts'
import { clearAttempts, takeAttemptSlot } from '../../../data/account/login-attempt.ts'
import { getSecondFactor, isOn, type SecondFactorRow } from '../../../data/account/second-factor.ts'
import { transact, type Write, WriteConflict } from '../../../data/table/transact.ts'
import { requireUser, type UserRow } from '../../../data/team/user.ts'
import type { UserContext } from '../../../http/context.ts'
import { refuseSupport } from '../refuse-support.ts'

/**
 * Codes that a signed-in user may try in 15 minutes: a stolen token gets no further than a stolen
 * password.
 */
const MAX_ATTEMPTS = 10

/**
 * Returns the signed-in user.
 * @throws ERR_NO_PERMISSION in a support session
 */
export async function requireNotSupport({ companyId, actor }: UserContext): Promise<UserRow> {
  refuseSupport(actor)
  return requireUser(companyId, actor.userId, true)
}

/**
 * Returns the user's second factor, confirmed or (with `pending`) begun.
 * @throws ERR_SECOND_FACTOR_OFF, ERR_SECOND_FACTOR_ON
 */
export async function requireSecondFactor({ companyId, id }: UserRow, pending = false): Promise<SecondFactorRow> {
  const row = await getSecondFactor(companyId, id)
  if (!row || (!pending && !isOn(row))) throw new AppError('ERR_SECOND_FACTOR_OFF')
  if (pending && isOn(row)) throw new AppError('ERR_SECOND_FACTOR_ON')
  return row
}

/**
 * Counts an attempt, then makes the change that a code allows: `change` returns undefined for a
 * wrong code.
 * @throws ERR_SECOND_FACTOR_CODE, ERR_TOO_MANY_REQUESTS
 */
export async function byCode<T extends { write: Write }>(
  { companyId, id }: UserRow,
  change: () => T | undefined,
): Promise<T> {
  const who = `${companyId}#${id}`
  const wait = await takeAttemptSlot('ownCode', who, MAX_ATTEMPTS)
  if (wait > 0) throw new AppError('ERR_TOO_MANY_REQUESTS', { data: { retryAfter: wait } })
  const wrong = () =>
    new AppError('ERR_SECOND_FACTOR_CODE', { details: [{ path: 'code', code: 'ERR_SECOND_FACTOR_CODE' }] })
  const made = change()
  if (!made) throw wrong()
  await transact([made.write]).catch(error => {
    throw error instanceof WriteConflict ? wrong() : error
  })
  await clearAttempts('ownCode', who)
  return made
}
