import type { account } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import type { Setting } from '@balcao/shared/entities/setting.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { newId } from '@balcao/shared/ids.ts'
import { isOn, type SecondFactorRow } from '../../../data/account/second-factor.ts'
import { type NewSession, rightsOf, type SessionRow, startSessionIf } from '../../../data/account/session.ts'
import { readForSignIn, type SignInRows } from '../../../data/account/sign-in.ts'
import { newChallenge } from '../../../data/account/sign-in-challenge.ts'
import { shownSettings } from '../../../data/company/setting.ts'
import { WriteConflict } from '../../../data/table/transact.ts'
import { findByEmail } from '../../../data/table/unique.ts'
import { passwordIs, replacePasswordHash, type UserRow, userIsStill } from '../../../data/team/user.ts'
import type { HttpContexts, PublicContext } from '../../../http/context.ts'
import { hashPassword, isOutdated, verifyPassword } from '../../../http/password.ts'
import { requireAccessHours } from '../../../http/require-access-hours.ts'
import { completeSignIn } from '../complete-sign-in.ts'
import { devicesOf } from '../device-cookie.ts'
import { wantsSecondFactor } from '../end-without-second-factor.ts'
import { NOBODY, recordRefusal } from '../refused-sign-in.ts'
import { requirePaidOrRenewal } from '../require-paid-or-renewal.ts'
import { beginSignIn } from '../sign-in-attempt.ts'

/**
 * Signs in and ends the session the user had elsewhere, or asks for the second step. An unknown
 * e-mail and a wrong password look alike and take as long. The attempt is counted before anything
 * is derived, and given back when the password is right.
 */
export const login: Handlers<typeof account, HttpContexts>['auth']['login'] = async (ctx, { body }) => {
  const { email, password } = body
  const devices = devicesOf(ctx.headers)
  const { user, company, passwordHash, secondFactor } = await checkPassword(ctx, email, password, devices)
  await requirePaidOrRenewal(company, user)
  await requireAccessHours(user)

  const { companyId, id: userId } = user
  const kept = await renewHash(companyId, userId, password, passwordHash)
  const settings = await requireNoStep(user, secondFactor, kept)
  const started = await startWithPassword(user, password, kept)
  return completeSignIn(ctx, { ...started, company, passwordHash: kept, settings })
}

/**
 * Returns the company's settings if its user needs no second step.
 * @throws ERR_SECOND_FACTOR_REQUIRED, or ERR_SECOND_FACTOR_SETUP where the company requires one,
 * with the token of that step
 */
async function requireNoStep(
  { companyId, id: userId }: UserRow,
  secondFactor: SecondFactorRow | undefined,
  hash: string,
): Promise<Setting[]> {
  const step = async (purpose: 'code' | 'setup') => ({
    data: { token: await newChallenge(companyId, userId, purpose, hash) },
  })
  if (isOn(secondFactor)) throw new AppError('ERR_SECOND_FACTOR_REQUIRED', await step('code'))
  const settings = await shownSettings(companyId)
  if (wantsSecondFactor(settings)) throw new AppError('ERR_SECOND_FACTOR_SETUP', await step('setup'))
  return settings
}

/**
 * Starts the session of a user, unless the user or the password changed since they were read and
 * compared: the change ended all sessions, and this one would outlive it with the earlier rights.
 * @throws ERR_INVALID_CREDENTIALS
 */
async function startWithPassword(user: UserRow, password: string, hash: string): Promise<Begun> {
  const { companyId, id: userId, email } = user
  const session = { companyId, userId, sessionId: newId(), ...rightsOf(user) }
  try {
    const earlier = await startSessionIf(session, [passwordIs(companyId, userId, hash), userIsStill(user)])
    return { session, earlier, user }
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error
    // The same password may have been hashed anew, and the user may have another role by now.
    const { user: now, passwordHash } = await readForSignIn(companyId, userId)
    const isSame = passwordHash === hash || (await verifyPassword(password, passwordHash))
    if (!now || now.email !== email || !passwordHash || !isSame) throw new AppError('ERR_INVALID_CREDENTIALS')
    return startWithPassword(now, password, passwordHash)
  }
}

type Begun = { session: NewSession; earlier: SessionRow | undefined; user: UserRow }

type Known = { [name in Exclude<keyof SignInRows, 'secondFactor'>]: NonNullable<SignInRows[name]> } & Pick<
  SignInRows,
  'secondFactor'
>

/**
 * Returns the rows of the user with this e-mail and password.
 * @throws ERR_INVALID_CREDENTIALS, ERR_TOO_MANY_REQUESTS
 */
async function checkPassword(
  ctx: PublicContext,
  email: string,
  password: string,
  devices: ReturnType<typeof devicesOf>,
): Promise<Known> {
  const address = ctx.sourceIp
  // A browser without a known device is counted before anything is read for it.
  let attempt = devices.length === 0 ? await beginSignIn({ email, address }) : undefined
  let isRight: boolean | undefined
  try {
    const { companyId, userId } = (await findByEmail(email)) ?? NOBODY
    const { passwordHash, user, company, secondFactor } = await readForSignIn(companyId, userId)
    const device = passwordHash && devices.find(each => each.userId === userId && each.isMadeUnder(passwordHash))
    attempt ??= await beginSignIn(device || { email, address })
    isRight = await verifyPassword(password, passwordHash)
    if (!isRight) await recordRefusal(ctx, user)
    if (!isRight || !passwordHash || !user || !company) throw new AppError('ERR_INVALID_CREDENTIALS')
    return { passwordHash, user, company, secondFactor }
  } finally {
    await (isRight === false ? attempt?.fail() : attempt?.giveBack())
  }
}

/** Replaces a hash of an earlier version by a current one. Returns the hash that is stored. */
async function renewHash(companyId: string, userId: string, password: string, hash: string): Promise<string> {
  if (!isOutdated(hash)) return hash
  const renewed = await hashPassword(password)
  return (await replacePasswordHash(companyId, userId, hash, renewed)) ? renewed : hash
}
