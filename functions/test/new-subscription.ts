import { createECDH, type ECDH, randomBytes } from 'node:crypto'

/** What a browser would give of a subscription, and the hand that reads what is sent to it. */
export function newSubscription(origin = 'https://push.example'): {
  given: { endpoint: string; keys: { p256dh: string; auth: string } }
  hand: ECDH
} {
  const hand = createECDH('prime256v1')
  const p256dh = hand.generateKeys().toString('base64url')
  const keys = { p256dh, auth: randomBytes(16).toString('base64url') }
  return { given: { endpoint: `${origin}/${crypto.randomUUID()}`, keys }, hand }
}
