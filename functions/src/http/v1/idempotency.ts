import { createHash } from 'node:crypto'
import { AppError } from '@balcao/shared/errors.ts'
import {
  type ClaimedCall,
  claimApiCall,
  keepAnswer,
  releaseApiCall,
  reopenApiCall,
} from '../../data/company/api-call.ts'
import { answerHeaders } from '../answer-headers.ts'
import type { HttpRequest, ParsedRequest } from '../http-request.ts'
import { logger } from '../logger.ts'

const HEADER = 'idempotency-key'
const MAX_KEY_LENGTH = 100

/** Claims of the calls under way, until they are answered. */
const claims = new WeakMap<HttpRequest, ClaimedCall>()

/**
 * Runs a write that carries an idempotency key once: what comes again is answered as the first call
 * was. The operation gets a key of its own, derived from the token, the caller's key, the time of
 * its first use and the request, by which messages and orders are made once even if the process
 * dies in between.
 */
export const idempotency = {
  async before(request: HttpRequest): Promise<unknown> {
    const { ctx, given } = request.context.call
    const { route, name } = request.internal.matched!
    const key = ctx.headers[HEADER]?.trim()
    if (!key || route.method === 'GET' || ctx.kind !== 'user') return undefined
    if (key.length > MAX_KEY_LENGTH)
      throw new AppError('ERR_VALIDATION', {
        details: [{ path: 'Idempotency-Key', code: 'too_long', maximum: MAX_KEY_LENGTH }],
      })
    const { companyId, actor } = ctx
    const claimed = await claimApiCall(companyId, actor.userId, key, digestOf(name, given))
    if ('status' in claimed) {
      request.response = {
        statusCode: claimed.status,
        headers: { 'idempotency-replayed': 'true' },
        body: claimed.body,
      }
      answerHeaders.after(request)
      return request.response
    }
    claims.set(request, claimed)
    ctx.headers = { ...ctx.headers, [HEADER]: keyOf(claimed) }
    return undefined
  },

  async after(request: HttpRequest): Promise<void> {
    const claimed = claims.get(request)
    if (!claimed) return
    const { statusCode: status, body } = request.response!
    await orLogged(keepAnswer(claimed, { status, body: withoutSecret(body) }))
  },

  async onError(request: HttpRequest): Promise<void> {
    const claimed = claims.get(request)
    if (claimed) await orLogged(isRefusal(request.error) ? releaseApiCall(claimed) : reopenApiCall(claimed))
  },
}

/** Characters of a request's digest that distinguish it from others with the same key. */
const DIGEST_LENGTH = 16

const keyOf = ({ callId, since, request }: ClaimedCall): string =>
  `v1-${callId}-${since.toString(36)}-${request.slice(0, DIGEST_LENGTH)}`

/**
 * Says whether a call was refused by the contract or the operation, and did not fail on its way.
 */
const isRefusal = (error: unknown): boolean => error instanceof AppError && error.status < 500

/** The call's own outcome stands, whatever becomes of its key: the claim ends by itself. */
const orLogged = (write: Promise<void>): Promise<void> =>
  write.catch((error: unknown) => logger.error('the key of a call was not written', { error: error as Error }))

/** A secret that is shown once is not kept for a repetition. */
function withoutSecret(body: string): string {
  if (!body.includes('"secret"')) return body
  return JSON.stringify({ ...(JSON.parse(body) as object), secret: undefined })
}

/** Returns a digest of what was sent; files by their bytes, whatever the form's boundary. */
function digestOf(name: string, { files, ...given }: ParsedRequest): string {
  const hash = createHash('sha256').update(JSON.stringify([name, given]))
  for (const { fileName, mimetype, bytes } of files) hash.update(JSON.stringify([fileName, mimetype])).update(bytes)
  return hash.digest('base64url')
}
