import { AppError } from '@balcao/shared/errors.ts'
import { newId } from '@balcao/shared/ids.ts'
import { recordFailedAttempt, releaseAttempt, reserveAttempt } from '../../../data/account/login-attempt.ts'
import type { SecondFactorRow } from '../../../data/account/second-factor.ts'
import { forgetSession, getSession, rightsOf, startOfSession } from '../../../data/account/session.ts'
import { readForSignIn, type SignInRows } from '../../../data/account/sign-in.ts'
import { type Challenge, endChallenge, markOf } from '../../../data/account/sign-in-challenge.ts'
import { transact, type Write, WriteConflict } from '../../../data/table/transact.ts'
import { passwordIs, userIsStill } from '../../../data/team/user.ts'
import type { PublicContext } from '../../../http/context.ts'
import { requireAccessHours } from '../../../http/require-access-hours.ts'
import { requirePaid } from '../../../http/require-paid.ts'
import { completeSignIn } from '../complete-sign-in.ts'
import { devicesOf } from '../device-cookie.ts'
import { recordRefusal } from '../refused-sign-in.ts'
import { beginSignIn } from '../sign-in-attempt.ts'

/**
 * Wrong codes allowed per user in 15 minutes, from anywhere. Only somebody with the password gets
 * so far, so nobody else can lock the owner out; and a stranger with the password tries a thousand
 * a day of a million codes, three of which are right.
 */
const MAX_WRONG_CODES = 10

/** Rows that a second step needs. */
export type Waiting = Required<SignInRows> & { [name in keyof SignInRows]: NonNullable<SignInRows[name]> }

/**
 * Returns the rows of a challenge.
 * @throws ERR_SECOND_FACTOR_TOKEN where the challenge is over, the password was changed, or there
 * is no key; also what `requirePaid` and `requireAccessHours` throw
 */
export async function rowsOf(challenge: Challenge | undefined): Promise<Waiting> {
  const rows = challenge && (await readForSignIn(challenge.companyId, challenge.userId))
  const { user, company, passwordHash, secondFactor } = rows ?? {}
  if (!user || !company || !passwordHash || !secondFactor || markOf(passwordHash) !== challenge?.mark)
    throw new AppError('ERR_SECOND_FACTOR_TOKEN')
  requirePaid(company, user)
  await requireAccessHours(user)
  return { user, company, passwordHash, secondFactor }
}

/**
 * Accepts the code through the write that `use` returns, ends the challenge and starts the session,
 * all or nothing. A wrong code counts for the user, and like a wrong password for address and
 * e-mail, or for a known device.
 * @throws ERR_SECOND_FACTOR_CODE, ERR_SECOND_FACTOR_TOKEN, ERR_TOO_MANY_REQUESTS
 */
export async function signInByCode(
  ctx: PublicContext,
  challenge: Challenge,
  { user, company, passwordHash, secondFactor }: Waiting,
  use: (row: SecondFactorRow) => Write | undefined,
) {
  const { companyId, id: userId } = user
  const code = await reserveAttempt('secondFactor', `${companyId}#${userId}`, MAX_WRONG_CODES)
  if (typeof code === 'number') throw new AppError('ERR_TOO_MANY_REQUESTS', { data: { retryAfter: code } })
  let isRight: boolean | undefined
  const device = devicesOf(ctx.headers).find(each => each.userId === userId && each.isMadeUnder(passwordHash))
  const attempt = await beginSignIn(device || { email: user.email, address: ctx.sourceIp }).catch(async error => {
    await releaseAttempt(code)
    throw error
  })
  try {
    const write = use(secondFactor)
    const session = { companyId, userId, sessionId: newId(), ...rightsOf(user) }
    const earlier = await getSession(companyId, userId)
    isRight = write !== undefined
    if (write)
      await transact([
        write,
        endChallenge(challenge),
        startOfSession(session),
        passwordIs(companyId, userId, passwordHash),
        userIsStill(user),
      ]).catch(error => {
        if (!(error instanceof WriteConflict)) throw error
        // Another call was faster with the same code.
        isRight = error.label !== 'secondFactor'
        if (isRight) throw new AppError('ERR_SECOND_FACTOR_TOKEN')
      })
    if (!isRight) {
      await recordRefusal(ctx, user)
      throw new AppError('ERR_SECOND_FACTOR_CODE', { details: [{ path: 'code', code: 'ERR_SECOND_FACTOR_CODE' }] })
    }
    forgetSession(userId)
    return await completeSignIn(ctx, { session, earlier, user, company, passwordHash })
  } finally {
    const isWrong = isRight === false
    await Promise.all([
      isWrong ? recordFailedAttempt(code) : releaseAttempt(code),
      isWrong ? attempt.fail() : attempt.giveBack(),
    ])
  }
}
