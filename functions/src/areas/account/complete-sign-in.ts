import type { Company } from '@balcao/shared/entities/company.ts'
import type { Setting } from '@balcao/shared/entities/setting.ts'
import type { SessionUser } from '@balcao/shared/entities/user.ts'
import type { NewSession, SessionRow } from '../../data/account/session.ts'
import type { UserRow } from '../../data/team/user.ts'
import type { PublicContext } from '../../http/context.ts'
import { evict } from '../../realtime/evict.ts'
import { deviceCookie, devicesOf } from './device-cookie.ts'
import { issueSession } from './issue-session.ts'
import { sessionUser } from './session-user.ts'

type Started = {
  session: NewSession
  /** The session it replaced. */
  earlier: SessionRow | undefined
  user: UserRow
  company: Company
  passwordHash: string
  /** Settings, where they were just read. */
  settings?: Setting[]
}

/**
 * Completes every sign-in after its session is stored: notifies the earlier session, sets the
 * cookies, writes the audit entry.
 */
export async function completeSignIn(
  ctx: PublicContext,
  { session, earlier, user, company, passwordHash, settings }: Started,
): Promise<{ token: string; user: SessionUser }> {
  const { companyId, userId, sessionId } = session
  if (earlier) await evict(companyId, userId, 'replaced', earlier.sessionId, earlier.super)
  ctx.audit({ companyId, user: { id: userId, name: user.name }, subjectId: sessionId })
  const token = await issueSession(ctx, session)
  ctx.setCookie(deviceCookie(devicesOf(ctx.headers), userId, passwordHash))
  return { token, user: await sessionUser(user, company, settings) }
}
