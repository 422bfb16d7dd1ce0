import { SESSION_DAYS } from '../../data/account/session.ts'
import { cookie, cookieOf } from './cookie.ts'

const NAME = 'jrt'

export const refreshCookie = (token: string): string => cookie(NAME, token, SESSION_DAYS * 86_400)

export const noRefreshCookie = (): string => cookie(NAME, '', 0)

/** Returns the refresh token of the call. */
export const refreshTokenOf = (headers: Record<string, string | undefined>): string | undefined =>
  cookieOf(headers, NAME)
