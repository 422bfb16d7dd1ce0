import { createPublicKey, verify } from 'node:crypto'
import { z } from 'zod'

const Claims = z.object({ aud: z.string(), exp: z.number(), sub: z.string() })
/** Longest validity of a token (RFC 8292 §2). */
const MAX_SECONDS = 86_400

const json = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString())

/**
 * Returns the key that signed an `Authorization: vapid …`, base64url; undefined if there is none,
 * or the signature, origin or time is wrong.
 * @param now epoch ms
 */
export function readVapid(header: string | undefined, origin: string, now: number): string | undefined {
  const parts = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]{87})$/.exec(header ?? '')
  if (!parts) return undefined
  const [, head, body, signature, k] = parts as unknown as [string, string, string, string, string]
  try {
    const point = Buffer.from(k, 'base64url')
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(half => half.toString('base64url'))
    const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' })
    const { aud, exp } = Claims.parse(json(body))
    const seconds = exp - now / 1000
    const holds =
      verify(
        'sha256',
        Buffer.from(`${head}.${body}`),
        { key, dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature, 'base64url'),
      ) &&
      (json(head) as { alg?: string }).alg === 'ES256' &&
      aud === origin &&
      seconds > 0 &&
      seconds <= MAX_SECONDS
    return holds ? k : undefined
  } catch {
    return undefined
  }
}
