import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'

/** Maximum devices of one session that get pushes; a further one replaces the oldest. */
export const MAX_PUSH_DEVICES = 5

const MAX_ENDPOINT_LENGTH = 2000

/** Returns the schema of so many bytes, as browsers write them: base64url without padding. */
const Bytes = (count: number) => z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((count * 4) / 3)}}$`))

/**
 * Push service URL of a browser, and the keys with which messages are encrypted (RFC 8291):
 * `PushSubscription.toJSON()`.
 */
export const PushSubscriptionGiven = z.object({
  endpoint: z.url().max(MAX_ENDPOINT_LENGTH),
  /** Point of P-256, uncompressed, and the secret of the subscription. */
  keys: z.object({ p256dh: Bytes(65), auth: Bytes(16) }),
})
export type PushSubscriptionGiven = z.infer<typeof PushSubscriptionGiven>

/**
 * Browser of the signed-in user that gets a push of new messages while nobody has the product open
 * there.
 */
export const PushDevice = z.object({
  id: Id,
  /** Name such as `Firefox · Windows`. */
  browser: z.string(),
  createdAt: Instant,
})
export type PushDevice = z.infer<typeof PushDevice>
