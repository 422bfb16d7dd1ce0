import { bearerOf } from '../../http/authenticate.ts'
import type { Context } from '../../http/context.ts'
import { readRefreshToken, verifyAccessToken } from '../../http/tokens.ts'
import { endSupportSession } from '../../realtime/end-support-session.ts'
import { noSupportCookie, supportTokenOf } from './support-cookie.ts'

/**
 * Ends the support session of the cookie and that of the bearer token, whichever was sent.
 * Idempotent.
 */
export async function leaveSupport(ctx: Context): Promise<void> {
  const token = supportTokenOf(ctx.headers)
  if (token) ctx.setCookie(noSupportCookie())
  const claim = token ? readRefreshToken(token) : undefined
  if (claim) await endSupportSession(claim.companyId, claim.sessionId, ctx.sourceIp)
  const bearer = bearerOf(ctx.headers)
  const actor = bearer ? await verifyAccessToken(bearer).catch(() => undefined) : undefined
  if (actor?.support) await endSupportSession(actor.companyId, actor.sessionId, ctx.sourceIp)
}
