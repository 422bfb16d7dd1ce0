import { z } from 'zod'
import { Instant } from '../contract/fields.ts'

/** How many recovery codes there are when they are new. */
export const RECOVERY_CODES = 10

/** Whether somebody signs in with a code of an app (TOTP, RFC 6238) beside their password. */
export const SecondFactor = z.object({
  enabled: z.boolean(),
  /** Since when; null while it is off. */
  since: Instant.nullable(),
  recoveryCodesLeft: z.number().int(),
  /** The company asks for it. */
  required: z.boolean(),
})
export type SecondFactor = z.infer<typeof SecondFactor>

/** What an app is told once: as a QR code and as a text to type in. */
export const SecondFactorKey = z.object({
  /** Base32, 160 bits. */
  secret: z.string(),
  /** `otpauth://totp/…`, the content of the QR code. */
  uri: z.string(),
})
export type SecondFactorKey = z.infer<typeof SecondFactorKey>

/** Shown once; each opens once, in the place of a code. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
