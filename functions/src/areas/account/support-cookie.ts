import { SUPPORT_MINUTES } from '../../data/account/support-session.ts'
import { cookie, cookieOf } from './cookie.ts'

/**
 * Cookie beside the refresh cookie, which stays the super user's own: while this one is valid, the
 * browser acts as another user.
 */
const NAME = 'jrs'

export const supportCookie = (token: string): string => cookie(NAME, token, SUPPORT_MINUTES * 60)

export const noSupportCookie = (): string => cookie(NAME, '', 0)

/** Returns the refresh token of a support session of the call. */
export const supportTokenOf = (headers: Record<string, string | undefined>): string | undefined =>
  cookieOf(headers, NAME)
