import { z } from 'zod'
import { Id, Instant } from '../contract/fields.ts'

/** Devices of one session that are told by push; a further one takes the place of the oldest. */
export const MOST_PUSH_DEVICES = 5

const LONGEST_ENDPOINT = 2000

/** So many bytes, as browsers write them: base64url without padding. */
const Bytes = (count: number) =>
  z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((count * 4) / 3)}}$`), `${count} bytes of base64url`)

/** Where a browser's push service takes messages for it, and the keys they are encrypted with (RFC 8291): `PushSubscription.toJSON()`. */
export const PushSubscriptionGiven = z.object({
  endpoint: z.url().max(LONGEST_ENDPOINT),
  /** A point of P-256, uncompressed, and the secret of the subscription. */
  keys: z.object({ p256dh: Bytes(65), auth: Bytes(16) }),
})
export type PushSubscriptionGiven = z.infer<typeof PushSubscriptionGiven>

/** A browser of the signed-in user that is told of new messages while nobody looks at the product there. */
export const PushDevice = z.object({
  id: Id,
  /** `Firefox · Windows` */
  browser: z.string(),
  createdAt: Instant,
})
export type PushDevice = z.infer<typeof PushDevice>
