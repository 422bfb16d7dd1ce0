/**
 * Identifies us as the sender to push services (RFC 8292). The key derives from the stage's secret,
 * so that there is only one thing to keep.
 */
import { createECDH, createPrivateKey, hkdfSync, type KeyObject, sign } from 'node:crypto'
import { config } from '../../config.ts'

/** The order of P-256. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
/** More bytes than the order has, so that no key is likelier than another (FIPS 186-5, A.2.1). */
const DRAWN_BYTES = 48
/** Lifetime in seconds; RFC 8292 allows a day. */
const TOKEN_SECONDS = 12 * 3600

type Keys = { secret: string; key: KeyObject; publicKey: string }

let made: Keys | undefined

function keys(): Keys {
  const { VAPID_SECRET: secret } = config()
  if (made?.secret === secret) return made
  const drawn = Buffer.from(hkdfSync('sha256', secret, '', 'balcao vapid key', DRAWN_BYTES))
  const scalar = (BigInt(`0x${drawn.toString('hex')}`) % (ORDER - 1n)) + 1n
  const d = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex')
  const hand = createECDH('prime256v1')
  hand.setPrivateKey(d)
  const point = hand.getPublicKey()
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(part => part.toString('base64url'))
  const jwk = { kty: 'EC', crv: 'P-256', d: d.toString('base64url'), x: x!, y: y! }
  made = { secret, key: createPrivateKey({ key: jwk, format: 'jwk' }), publicKey: point.toString('base64url') }
  return made
}

/** Returns the key that a browser subscribes with: a point of P-256, base64url. */
export const vapidPublicKey = (): string => keys().publicKey

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/**
 * Returns the header `Authorization` of a push to an endpoint.
 * @param now epoch ms
 */
export function vapidHeader(endpoint: string, now: number): string {
  const { key, publicKey } = keys()
  const { WEB_ADDRESS } = config()
  // Contact for the operator of a push service; Apple's requires a plausible address.
  const sub = WEB_ADDRESS?.startsWith('https:') ? WEB_ADDRESS : 'mailto:operator@balcao.example'
  const claims = { aud: new URL(endpoint).origin, exp: Math.floor(now / 1000) + TOKEN_SECONDS, sub }
  const text = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${text}.${signature.toString('base64url')}, k=${publicKey}`
}
