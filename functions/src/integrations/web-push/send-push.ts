import { callExternalUrl } from '../outgoing/call-external-url.ts'
import { OutgoingError } from '../outgoing/outgoing-error.ts'
import { encryptPush } from './encrypt.ts'
import { vapidHeader } from './vapid.ts'

/** A subscription in the form of `PushSubscription.toJSON()`. */
export type Subscription = { endpoint: string; p256dh: string; auth: string }

export type Push = {
  /** JSON for the service worker. */
  payload: object
  /** Seconds for which the push service keeps it for a browser that is away. */
  ttl: number
  /**
   * A later push of the same topic replaces an undelivered one (RFC 8030 §5.4): at most 32
   * characters of base64url.
   */
  topic: string
}

/**
 * `gone`: the subscription ended, or was made with another key of ours. `later`: the service is
 * busy or unavailable; `seconds` when it says for how long. `refused`: it will never accept this
 * push.
 */
export type Sent = { outcome: 'taken' | 'gone' | 'refused' } | { outcome: 'later'; seconds: number | undefined }

/** Maximum bytes of the answer, which nobody reads. */
const MAX_BYTES = 10_000

/**
 * Sends one push, encrypted for its browser (RFC 8030, 8291, 8292). Never throws for an error of
 * the push service.
 */
export async function sendPush(
  { endpoint, p256dh, auth }: Subscription,
  { payload, ttl, topic }: Push,
  now = Date.now(),
): Promise<Sent> {
  const keys = { p256dh: Buffer.from(p256dh, 'base64url'), auth: Buffer.from(auth, 'base64url') }
  const call = {
    headers: {
      'content-type': 'application/octet-stream',
      'content-encoding': 'aes128gcm',
      ttl: String(ttl),
      topic,
      urgency: 'high',
      authorization: vapidHeader(endpoint, now),
    },
    body: encryptPush(Buffer.from(JSON.stringify(payload)), keys),
  }
  try {
    const { status, headers } = await callExternalUrl(endpoint, call, { maxBytes: MAX_BYTES })
    if (status >= 200 && status < 300) return { outcome: 'taken' }
    if (status === 404 || status === 410 || status === 401 || status === 403) return { outcome: 'gone' }
    if (status === 429 || status >= 500) return { outcome: 'later', seconds: retryAfter(headers['retry-after'], now) }
    return { outcome: 'refused' }
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    // An address that may not be called will not be allowed later either.
    return error.code === 'ERR_OUTGOING_URL' ? { outcome: 'gone' } : { outcome: 'later', seconds: undefined }
  }
}

/** Returns the pause: seconds, or a date (RFC 9110 §10.2.3). */
function retryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined
  const seconds = /^\d{1,9}$/.test(value) ? Number(value) : (Date.parse(value) - now) / 1000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined
}
