import { createECDH, type ECDH, randomBytes } from 'node:crypto'

/** Returns a subscription as a browser gives it, and the key pair that decrypts its pushes. */
export function newSubscription(origin = 'https://push.example'): {
  given: { endpoint: string; keys: { p256dh: string; auth: string } }
  hand: ECDH
} {
  const hand = createECDH('prime256v1')
  const p256dh = hand.generateKeys().toString('base64url')
  const keys = { p256dh, auth: randomBytes(16).toString('base64url') }
  return { given: { endpoint: `${origin}/${crypto.randomUUID()}`, keys }, hand }
}
