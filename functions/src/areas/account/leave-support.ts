import type { Context } from '../../http/context.ts'
import { readRefreshToken } from '../../http/tokens.ts'
import { endSupportSession } from '../../realtime/end-support-session.ts'
import { noSupportCookie, supportTokenOf } from './support-cookie.ts'

/** Ends the support session a browser is in, if it is in one. */
export async function leaveSupport(ctx: Context): Promise<void> {
  const token = supportTokenOf(ctx.headers)
  if (!token) return
  ctx.setCookie(noSupportCookie())
  const claim = readRefreshToken(token)
  if (claim) await endSupportSession(claim.companyId, claim.sessionId, ctx.sourceIp)
}
