import { Secret, TOTP } from 'otpauth'

/** Returns the code that an authenticator app shows at a moment (epoch ms). */
export const totpCode = (secret: string, at = Date.now()): string =>
  new TOTP({ secret: Secret.fromBase32(secret), period: 30 }).generate({ timestamp: at })
