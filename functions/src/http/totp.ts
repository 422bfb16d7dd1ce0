/**
 * Codes of an authenticator app: RFC 6238 with RFC 4226's HMAC-SHA-1, six digits, steps of 30
 * seconds, as every app does.
 */
import { Secret, TOTP } from 'otpauth'

const PERIOD_S = 30
/**
 * Accepted steps before and after the current one: a phone's clock is seldom wrong by more, and a
 * person needs some seconds to type.
 */
const WINDOW = 1
/** RFC 4226 §4, R6. */
const SECRET_BYTES = 20

const SHAPE = /^\d{6}$/

const appOf = (secret: string, label = '') =>
  new TOTP({ issuer: 'Balcão', label, secret: Secret.fromBase32(secret), period: PERIOD_S })

/** Returns a new key in Base32. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/**
 * Returns the URI for an app's QR code.
 * @param label the account's name in the app
 */
export const totpUri = (secret: string, label: string): string => appOf(secret, label).toString()

/** Returns whether a text has the form of an app's code. */
export const isTotpCode = (text: string): boolean => SHAPE.test(text)

/**
 * Returns the step (number of periods since 1970) of this code; undefined when it matches no step
 * around `now` (epoch ms).
 */
export function totpStep(secret: string, code: string, now = Date.now()): number | undefined {
  // For other digits (not ASCII) the library sees another length and throws.
  if (!isTotpCode(code)) return undefined
  const delta = appOf(secret).validate({ token: code, window: WINDOW, timestamp: now })
  return delta === null ? undefined : Math.floor(now / 1000 / PERIOD_S) + delta
}
