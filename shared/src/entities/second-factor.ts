import { z } from 'zod'
import { Instant } from '../api-contract/fields.ts'

/** Number of recovery codes in a new set. */
export const RECOVERY_CODES = 10

/**
 * Second factor of a user: whether sign-in needs a code of an app (TOTP, RFC 6238) besides the
 * password.
 */
export const SecondFactor = z.object({
  enabled: z.boolean(),
  /** Since when it is on; null while it is off. */
  since: Instant.nullable(),
  recoveryCodesLeft: z.number().int(),
  /** True if the company requires it. */
  required: z.boolean(),
})
export type SecondFactor = z.infer<typeof SecondFactor>

/** Key shown once to an app: as a QR code and as a text to type in. */
export const SecondFactorKey = z.object({
  /** Key in Base32, 160 bits. */
  secret: z.string(),
  /** Content of the QR code, `otpauth://totp/…`. */
  uri: z.string(),
})
export type SecondFactorKey = z.infer<typeof SecondFactorKey>

/** Recovery codes, shown once; each is valid once, instead of a code. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
