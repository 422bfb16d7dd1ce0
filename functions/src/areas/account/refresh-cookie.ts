import { config } from '../../config.ts'
import { SESSION_DAYS } from '../../data/session.ts'

const NAME = 'jrt'

/** Out of reach of scripts, sent to the sign-in calls alone, never by another site. */
const attributes = (): string =>
  // The local stage is plain http on loopback, where not every client keeps a Secure cookie.
  ['Path=/api/auth', 'HttpOnly', 'SameSite=Strict', ...(config().STAGE === 'local' ? [] : ['Secure'])].join('; ')

export const refreshCookie = (token: string): string =>
  `${NAME}=${token}; Max-Age=${SESSION_DAYS * 86_400}; ${attributes()}`

export const noRefreshCookie = (): string => `${NAME}=; Max-Age=0; ${attributes()}`

/** The refresh token a call brought. */
export function refreshTokenOf(headers: Record<string, string | undefined>): string | undefined {
  for (const part of (headers.cookie ?? '').split(';')) {
    const [name, value] = part.trim().split('=', 2)
    if (name === NAME && value) return value
  }
  return undefined
}
