/** Codes of an authenticator app (RFC 6238, with RFC 4226's HMAC-SHA-1 and six digits in steps of 30 seconds: what every app does). */
import { Secret, TOTP } from 'otpauth'

const PERIOD_S = 30
/** Steps before and after this one: a phone's clock is seldom wrong by more, and a person needs some seconds. */
const WINDOW = 1
/** RFC 4226 §4, R6. */
const SECRET_BYTES = 20

const SHAPE = /^\d{6}$/

const appOf = (secret: string, label = '') =>
  new TOTP({ issuer: 'Balcão', label, secret: Secret.fromBase32(secret), period: PERIOD_S })

/** A new key, in Base32. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** What a QR code says to an app. `label`: whose account it is. */
export const totpUri = (secret: string, label: string): string => appOf(secret, label).toString()

/** What is written like a code of an app. */
export const isTotpCode = (text: string): boolean => SHAPE.test(text)

/** The step (number of periods since 1970) whose code this is; undefined where it is that of none around `now` (epoch ms). */
export function totpStep(secret: string, code: string, now = Date.now()): number | undefined {
  // What is written in other digits the library takes for another length, and throws.
  if (!isTotpCode(code)) return undefined
  const delta = appOf(secret).validate({ token: code, window: WINDOW, timestamp: now })
  return delta === null ? undefined : Math.floor(now / 1000 / PERIOD_S) + delta
}

/** The code of a moment (epoch ms). */
export const totpCode = (secret: string, at = Date.now()): string => appOf(secret).generate({ timestamp: at })
