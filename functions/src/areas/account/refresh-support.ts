import type { SessionUser } from '@balcao/shared/entities/user.ts'
import { getSupport } from '../../data/account/support-session.ts'
import { getUser } from '../../data/team/user.ts'
import type { Context } from '../../http/context.ts'
import { readRefreshToken } from '../../http/tokens.ts'
import { leaveSupport } from './leave-support.ts'
import { supportAnswer } from './support-answer.ts'
import { supportTokenOf } from './support-cookie.ts'

/**
 * Returns the next access token of the browser's support session. Undefined where there is none, or
 * no longer: the half hour is over, or the operator has signed out or is no super user any more;
 * then the browser's own session continues, if it is alive.
 */
export async function refreshSupport(ctx: Context): Promise<{ token: string; user: SessionUser } | undefined> {
  const token = supportTokenOf(ctx.headers)
  const claim = token ? readRefreshToken(token) : undefined
  const row = claim && (await getSupport(claim.companyId, claim.sessionId))
  // A token that would live less than a whole second is not issued.
  if (row && row.until - Date.now() > 1000 && (await getUser(row.companyId, row.userId, true)))
    return supportAnswer(row)
  await leaveSupport(ctx)
  return undefined
}
