/**
 * Calls of Meta's webhooks (Webhooks, "Getting started"): the question whether an address is ours,
 * and events under a signature.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { AppError } from '@balcao/shared/errors.ts'
import { config } from '../../config.ts'

/** Maximum bytes of a call; Meta puts up to a thousand events into one. */
const MAX_BYTES = 3_000_000

/**
 * Returns the JSON of a call whose signature is right.
 * @throws ERR_WEBHOOK_SIGNATURE, ERR_UPLOAD_TOO_LARGE, ERR_MALFORMED_BODY
 */
export function readSignedCall(body: Buffer, signature: string | undefined): unknown {
  requireSignature(body, signature)
  if (body.length > MAX_BYTES) throw new AppError('ERR_UPLOAD_TOO_LARGE')
  try {
    return JSON.parse(body.toString())
  } catch {
    throw new AppError('ERR_MALFORMED_BODY')
  }
}

/**
 * Checks the signature: `sha256=` and the HMAC of the bytes under the app's secret ("Validating
 * Payloads"). It contains no time, and Meta itself repeats a call for a day and a half: a replayed
 * call is accepted, and its events are recognized by their ids, however late they come.
 */
function requireSignature(body: Buffer, given: string | undefined): void {
  const expected = createHmac('sha256', config().META_APP_SECRET).update(body).digest()
  const hex = /^sha256=([0-9a-f]{64})$/.exec(given ?? '')?.[1]
  if (!hex || !timingSafeEqual(Buffer.from(hex, 'hex'), expected)) throw new AppError('ERR_WEBHOOK_SIGNATURE')
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/**
 * Returns the challenge unchanged to a caller that knows the token.
 * @throws ERR_NO_PERMISSION
 */
export function challengeOf(query: {
  'hub.mode'?: string | undefined
  'hub.verify_token'?: string | undefined
  'hub.challenge'?: string | undefined
}): string {
  const known = timingSafeEqual(digest(query['hub.verify_token'] ?? ''), digest(config().META_VERIFY_TOKEN))
  if (query['hub.mode'] !== 'subscribe' || !known) throw new AppError('ERR_NO_PERMISSION')
  return query['hub.challenge'] ?? ''
}
