import { createHmac, randomBytes } from 'node:crypto'

/**
 * Header that proves the sender of an event: `t=<epoch seconds>,v1=<hex HMAC-SHA256 of "t.body">`
 * (decision 0042).
 */
export const SIGNATURE = 'x-balcao-signature'

/**
 * Returns a new signing secret of 256 bits; its prefix shows whether it belongs to a webhook or an
 * integration.
 */
export const newSigningSecret = (of: 'whsec' | 'insec'): string => `${of}_${randomBytes(32).toString('base64url')}`

/** Returns the signature header's value for a body sent at `now` (epoch ms). */
export function signatureOf(secret: string, body: string, now: number): string {
  const t = Math.floor(now / 1000)
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`
}
