import type { SessionUser } from '@balcao/shared/entities/user.ts'
import { getSupport } from '../../data/account/support-session.ts'
import { getUser } from '../../data/team/user.ts'
import type { Context } from '../../http/context.ts'
import { readRefreshToken } from '../../http/tokens.ts'
import { leaveSupport } from './leave-support.ts'
import { supportAnswer } from './support-answer.ts'
import { supportTokenOf } from './support-cookie.ts'

/**
 * The next access token of the support session a browser is in. Undefined where it is in none, or no longer: the half hour is over, or whoever it
 * was is signed out or no super user any more; then the browser's own session goes on, if it lives.
 */
export async function refreshSupport(ctx: Context): Promise<{ token: string; user: SessionUser } | undefined> {
  const token = supportTokenOf(ctx.headers)
  const claim = token ? readRefreshToken(token) : undefined
  const row = claim && (await getSupport(claim.companyId, claim.sessionId))
  // A token that lives no whole second is none.
  if (row && row.until - Date.now() > 1000 && (await getUser(row.companyId, row.userId, true)))
    return supportAnswer(row)
  await leaveSupport(ctx)
  return undefined
}
