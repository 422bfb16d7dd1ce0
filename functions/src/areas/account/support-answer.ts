import type { SessionUser } from '@balcao/shared/entities/user.ts'
import type { SupportRow } from '../../data/account/support-session.ts'
import { requireCompany } from '../../data/company/company.ts'
import { instant } from '../../data/instant.ts'
import { requireUser } from '../../data/team/user.ts'
import { signAccessToken } from '../../http/tokens.ts'
import { sessionUser } from './session-user.ts'

/**
 * Lifetime of a support session's access token: a lost right to support takes effect at the next
 * refresh.
 */
const ACCESS_SECONDS = 5 * 60

/**
 * Returns what a browser gets for a support session: a token that does not outlive it, and the
 * current user.
 * @throws ERR_NO_USER_FOUND
 */
export async function supportAnswer(row: SupportRow): Promise<{ token: string; user: SessionUser }> {
  const { companyId, userId, sessionId, superId: id, superName: name, until } = row
  const [user, company] = await Promise.all([requireUser(companyId, userId, true), requireCompany(companyId)])
  const support = { id, name }
  const token = await signAccessToken(
    { companyId, userId, sessionId, profile: 'admin', super: false, support },
    Math.min(ACCESS_SECONDS, Math.floor((until - Date.now()) / 1000)),
  )
  return { token, user: { ...(await sessionUser(user, company)), support: { ...support, until: instant(until) } } }
}
