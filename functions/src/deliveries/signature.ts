import { createHmac, randomBytes } from 'node:crypto'

/**
 * Header that proves the sender of an event: `t=<epoch seconds>,v1=<hex HMAC-SHA256 of "t.body">`
 * (decision 0042).
 */
export const SIGNATURE = 'x-balcao-signature'

/** What events are signed by: 256 bits; whose they are, a webhook's or an integration's, shows in the form. */
export const newSigningSecret = (of: 'whsec' | 'insec'): string => `${of}_${randomBytes(32).toString('base64url')}`

/** The value of the signature's header for a body that leaves at `now` (epoch ms). */
export function signatureOf(secret: string, body: string, now: number): string {
  const t = Math.floor(now / 1000)
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`
}
