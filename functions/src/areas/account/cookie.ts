import { config } from '../../config.ts'

/**
 * Returns a cookie that scripts cannot read, sent only to the sign-in calls and never by another
 * site.
 */
export const cookie = (name: string, value: string, maxAgeSeconds: number): string =>
  [
    `${name}=${value}`,
    `Max-Age=${maxAgeSeconds}`,
    'Path=/api/auth',
    'HttpOnly',
    'SameSite=Strict',
    // Not every client keeps a Secure cookie of a plain address, which only loopback has.
    ...(config().WEB_ADDRESS?.startsWith('http:') ? [] : ['Secure']),
  ].join('; ')

/** Returns the value of a cookie of the call. */
export function cookieOf(headers: Record<string, string | undefined>, wanted: string): string | undefined {
  for (const part of (headers.cookie ?? '').split(';')) {
    const [name, value] = part.trim().split('=', 2)
    if (name === wanted && value) return value
  }
  return undefined
}
