/**
 * Calls of the public API that carry an idempotency key: the first one claims the key, and its
 * answer is kept for a day.
 */
import { createHash, randomUUID } from 'node:crypto'
import { AppError } from '@balcao/shared/errors.ts'
import { z } from 'zod'
import { defineRow, type RowOf } from '../table/define-row.ts'
import { isWritten, unlessRefused } from '../table/refused.ts'
import { putOne, updateOne } from '../table/single-write.ts'

const CALLS = defineRow({
  kind: 'apiCall',
  key: { pk: '${companyId}#api-call#${callId}', sk: 'call' },
  content: z.object({
    companyId: z.string(),
    /** Digest of the token's id and the caller's key. */
    callId: z.string(),
    /** Digest of what was sent. */
    request: z.string(),
    claim: z.string(),
    /** Time (epoch ms) until which the call may be under way. */
    claimedUntil: z.number(),
    /** Time (epoch ms) of the first call with this key. */
    since: z.number(),
    /** True of a call that was refused: its key is free for another request. */
    refused: z.boolean().optional(),
    /** Answer; absent while there is none. */
    status: z.number().optional(),
    body: z.string().optional(),
    /** Epoch seconds. */
    expiresAt: z.number(),
  }),
})

/** Longer than a function may run. */
const CLAIM_MS = 35_000
const KEPT_SECONDS = 86_400
/** Maximum characters of an answer that is kept: a row has 400 KB. */
const MAX_BODY = 120_000
const ROUNDS = 3

/** Claim of a key by a call under way. */
export type ClaimedCall = Pick<RowOf<typeof CALLS>, 'companyId' | 'callId' | 'request' | 'claim' | 'since'>

/** Answer of the first call with a key. */
export type KeptAnswer = { status: number; body: string }

/**
 * Claims a key for a call, or returns the answer of the first call with it. A call that was
 * refused, or whose process died, is run again under the same `since`, which belongs to the key:
 * also after another request with that key was refused in between.
 * @throws ERR_IDEMPOTENCY_KEY_REUSED for another request, ERR_IDEMPOTENCY_IN_PROGRESS
 */
export async function claimApiCall(
  companyId: string,
  tokenId: string,
  key: string,
  request: string,
): Promise<ClaimedCall | KeptAnswer> {
  const callId = createHash('sha256').update(`${tokenId}|${key}`).digest('base64url')
  for (let round = 0; round < ROUNDS; round++) {
    const now = Date.now()
    const found = await CALLS.get({ companyId, callId }, { consistent: true })
    // DynamoDB removes expired rows within days.
    const known = found && found.expiresAt > now / 1000 ? found : undefined
    const first = known?.request === request ? known : undefined
    if (known && !first && !known.refused) throw new AppError('ERR_IDEMPOTENCY_KEY_REUSED')
    if (known?.status !== undefined) return { status: known.status, body: known.body ?? '' }
    if (known && known.claimedUntil > now) throw inProgress()
    const claimed = {
      ...{ companyId, callId, request, claim: randomUUID(), claimedUntil: now + CLAIM_MS, since: known?.since ?? now },
      expiresAt: first?.expiresAt ?? Math.ceil(now / 1000) + KEPT_SECONDS,
    }
    const written = await isWritten(
      putOne(CALLS.put(claimed, { when: is => [found ? is.equal('claim', found.claim) : is.absent('claim')] })),
    )
    if (written) return claimed
  }
  throw inProgress()
}

const inProgress = () => new AppError('ERR_IDEMPOTENCY_IN_PROGRESS', { data: { retryAfter: 1 } })

/** Keeps the answer of a claimed call; one that is too large for a row is made again. */
export async function keepAnswer(call: ClaimedCall, { status, body }: KeptAnswer): Promise<void> {
  await change(call, body.length > MAX_BODY ? { claimedUntil: 0 } : { status, body })
}

/**
 * Lets the same request try again at once, under the same `since`: a call that failed may have done
 * a part of it.
 */
export const reopenApiCall = (call: ClaimedCall): Promise<void> => change(call, { claimedUntil: 0 })

const change = async (call: ClaimedCall, set: Partial<RowOf<typeof CALLS>>): Promise<void> => {
  await unlessRefused(updateOne(CALLS.change(call, { set, when: is => [is.equal('claim', call.claim)] })))
}

/**
 * Gives a key back after a refused call: another request may have it. The same one goes on under
 * the same `since`, as the call may have done a part of it.
 */
export const releaseApiCall = (call: ClaimedCall): Promise<void> => change(call, { claimedUntil: 0, refused: true })
