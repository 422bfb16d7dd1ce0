import type { account } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/contract/handlers.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { newId } from '@balcao/shared/ids.ts'
import { type NewSession, type SessionRow, startSessionIf } from '../../../data/account/session.ts'
import { readForSignIn, type SignInRows } from '../../../data/account/sign-in.ts'
import { WriteRefused } from '../../../data/table/transact.ts'
import { findByEmail } from '../../../data/table/unique.ts'
import { getPasswordHash, passwordIs, replacePasswordHash } from '../../../data/team/user.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { hashPassword, isOutdated, verifyPassword } from '../../../http/password.ts'
import { requirePaid } from '../../../http/require-paid.ts'
import { evict } from '../../../realtime/evict.ts'
import { deviceCookie, devicesOf } from '../device-cookie.ts'
import { giveSession } from '../give-session.ts'
import { sessionUser } from '../session-user.ts'
import { beginSignIn } from '../sign-in-attempt.ts'

const NOBODY = { companyId: '00000000-0000-7000-8000-000000000000', userId: '00000000-0000-7000-8000-000000000000' }

/**
 * Signs in and ends the session the user had elsewhere. An unknown e-mail and a wrong password look and take the same.
 * The attempt is taken before anything is derived, and given back when the password is right.
 */
export const login: Handlers<typeof account, HttpContexts>['auth']['login'] = async (ctx, { body }) => {
  const { email, password } = body
  const devices = devicesOf(ctx.headers)
  const { user, company, passwordHash } = await checkPassword(email, password, devices, ctx.sourceIp)
  requirePaid(company, user)

  const { companyId, id: userId } = user
  const kept = await renewHash(companyId, userId, password, passwordHash)
  const session = { companyId, userId, sessionId: newId(), profile: user.profile, super: user.super }
  const earlier = await startWithPassword(session, password, kept)
  if (earlier) await evict(companyId, userId, 'replaced', earlier.sessionId)
  const token = await giveSession(ctx, session)
  ctx.setCookie(deviceCookie(devices, userId, kept))
  return { token, user: await sessionUser(user, company) }
}

/**
 * Starts the session unless the password, compared a moment ago, is no longer the user's: whoever changed it ended the
 * sessions there were, and this one would outlive that. Throws ERR_INVALID_CREDENTIALS.
 */
async function startWithPassword(session: NewSession, password: string, hash: string): Promise<SessionRow | undefined> {
  const { companyId, userId } = session
  try {
    return await startSessionIf(session, passwordIs(companyId, userId, hash))
  } catch (error) {
    if (!(error instanceof WriteRefused)) throw error
    // The same password may have been stored anew.
    const now = await getPasswordHash(companyId, userId)
    if (now === undefined || now === hash || !(await verifyPassword(password, now)))
      throw new AppError('ERR_INVALID_CREDENTIALS')
    return startWithPassword(session, password, now)
  }
}

/** The rows of whose e-mail and password it is. Throws ERR_INVALID_CREDENTIALS, ERR_TOO_MANY_REQUESTS. */
async function checkPassword(
  email: string,
  password: string,
  devices: ReturnType<typeof devicesOf>,
  address: string,
): Promise<{ [name in keyof SignInRows]: NonNullable<SignInRows[name]> }> {
  // Who is known by no cookie is counted before anything is read for them.
  let attempt = devices.length === 0 ? await beginSignIn({ email, address }) : undefined
  let isRight: boolean | undefined
  try {
    const { companyId, userId } = (await findByEmail(email)) ?? NOBODY
    const { passwordHash, user, company } = await readForSignIn(companyId, userId)
    const device = passwordHash && devices.find(each => each.userId === userId && each.isMadeUnder(passwordHash))
    attempt ??= await beginSignIn(device || { email, address })
    isRight = await verifyPassword(password, passwordHash)
    if (!isRight || !passwordHash || !user || !company) throw new AppError('ERR_INVALID_CREDENTIALS')
    return { passwordHash, user, company }
  } finally {
    await (isRight === false ? attempt?.fail() : attempt?.giveBack())
  }
}

/** Puts a hash of today in the place of one of an earlier version. Answers the one that is kept. */
async function renewHash(companyId: string, userId: string, password: string, hash: string): Promise<string> {
  if (!isOutdated(hash)) return hash
  const renewed = await hashPassword(password)
  return (await replacePasswordHash(companyId, userId, hash, renewed)) ? renewed : hash
}
