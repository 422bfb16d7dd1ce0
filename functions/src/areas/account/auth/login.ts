import type { account } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/contract/handlers.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { newId } from '@balcao/shared/ids.ts'
import { getCompany } from '../../../data/company.ts'
import { forgetAttempts, takeAttempt, waitOf } from '../../../data/login-attempt.ts'
import { type NewSession, type SessionRow, startSessionIf } from '../../../data/session.ts'
import { WriteRefused } from '../../../data/transact.ts'
import { findByEmail } from '../../../data/unique.ts'
import { getPasswordHash, getUser, passwordIs } from '../../../data/user.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { verifyPassword } from '../../../http/password.ts'
import { evict } from '../../../realtime/evict.ts'
import { giveSession } from '../give-session.ts'
import { requirePaid } from '../require-paid.ts'
import { sessionUser } from '../session-user.ts'

/** Failed sign-ins per e-mail, and per address, in 15 minutes. */
const MOST_FAILURES = 10

const NOBODY = { companyId: '00000000-0000-7000-8000-000000000000', userId: '00000000-0000-7000-8000-000000000000' }

const tooMany = (seconds: number) => new AppError('ERR_TOO_MANY_REQUESTS', { data: { retryAfter: seconds } })

/**
 * Signs in and ends the session the user had elsewhere. An unknown e-mail and a wrong password look and take the same.
 * Attempts on one e-mail are counted before they are made; those from one address only when they fail, since many people
 * may share it.
 */
export const login: Handlers<typeof account, HttpContexts>['auth']['login'] = async (ctx, { body }) => {
  const { email, password } = body
  const wait =
    (await waitOf('address', ctx.sourceIp, MOST_FAILURES)) || (await takeAttempt('email', email, MOST_FAILURES))
  if (wait > 0) throw tooMany(wait)

  const owner = await findByEmail(email)
  const { companyId, userId } = owner ?? NOBODY
  const [hash, user, company] = await Promise.all([
    getPasswordHash(companyId, userId),
    getUser(companyId, userId, true),
    getCompany(companyId, true),
  ])
  const matches = await verifyPassword(password, hash)
  if (!matches || !user || !company) {
    await takeAttempt('address', ctx.sourceIp, MOST_FAILURES)
    throw new AppError('ERR_INVALID_CREDENTIALS')
  }
  await forgetAttempts('email', email)
  requirePaid(company, user)

  const session = { companyId, userId, sessionId: newId(), profile: user.profile, super: user.super }
  const earlier = await startWithPassword(session, password, hash!)
  if (earlier) await evict(companyId, userId, 'replaced', earlier.sessionId)
  return { token: await giveSession(ctx, session), user: await sessionUser(user, company) }
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
