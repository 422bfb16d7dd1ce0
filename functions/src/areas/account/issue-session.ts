import type { NewSession } from '../../data/account/session.ts'
import type { PublicContext, UserContext } from '../../http/context.ts'
import { signAccessToken, signRefreshToken } from '../../http/tokens.ts'
import { refreshCookie } from './refresh-cookie.ts'

/** Sets the refresh cookie of a session that has just started and returns its access token. */
export function issueSession(ctx: PublicContext | UserContext, session: NewSession): Promise<string> {
  ctx.setCookie(refreshCookie(signRefreshToken({ ...session, generation: 0 })))
  return signAccessToken(session)
}
