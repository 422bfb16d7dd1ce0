import { SUPPORT_MINUTES } from '../../data/account/support-session.ts'
import { cookie, cookieOf } from './cookie.ts'

/** Beside the refresh cookie, which goes on being the super user's own: while this one counts, the browser is somebody else. */
const NAME = 'jrs'

export const supportCookie = (token: string): string => cookie(NAME, token, SUPPORT_MINUTES * 60)

export const noSupportCookie = (): string => cookie(NAME, '', 0)

/** The refresh token of a support session that a call brought. */
export const supportTokenOf = (headers: Record<string, string | undefined>): string | undefined =>
  cookieOf(headers, NAME)
