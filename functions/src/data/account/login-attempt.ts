import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type Change, defineRow, type RowOf } from '../table/define-row.ts'
import { existingRow, isRefused, isWritten, unlessRefused } from '../table/refused.ts'
import { deleteOne, putOne, updateOne } from '../table/single-write.ts'
import { CONTENDED, retryUntilWritten, WriteConflict } from '../table/transact.ts'

const ATTEMPTS = defineRow({
  kind: 'attempts',
  key: { pk: 'system#attempt#${kind}#${digest}', sk: 'attempts' },
  content: z.object({
    kind: z.custom<Kind>(),
    /** Digest of a network address or an e-mail, so that neither is readable. */
    digest: z.string(),
    /** Number of failed attempts and of those whose outcome is not known yet. */
    count: z.number(),
    /** Number of failed attempts among them. */
    failed: z.number(),
    /**
     * Start of the window: time (epoch ms) of the first attempt, which distinguishes it from the
     * next window.
     */
    since: z.number(),
    /** End (epoch ms) of the window or of the wait. */
    until: z.number(),
    /** Epoch seconds. */
    expiresAt: z.number(),
  }),
  keyOnly: ['kind', 'digest'],
  unmarked: true,
})
type AttemptRow = RowOf<typeof ATTEMPTS>
type AttemptKey = Pick<AttemptRow, 'kind' | 'digest'>

/**
 * Kinds of attempts: sign-ins by e-mail, by network address, by a user's device; sign-ups by
 * network address, and e-mails about them to an existing address; a user's current password;
 * requests for a code by e-mail and by network address; codes by network address, including those
 * of confirmations and invitations; confirmation e-mails of a user; invitations of a company,
 * e-mails of one invitation; codes of a user's second factor, at sign-in and by a signed-in user.
 */
type Kind =
  | 'email'
  | 'address'
  | 'device'
  | 'signup'
  | 'knownEmail'
  | 'password'
  | 'resetEmail'
  | 'resetAddress'
  | 'resetCode'
  | 'secondFactor'
  | 'ownCode'
  | 'letterCode'
  | 'confirmation'
  | 'invitations'
  | 'invitation'

/** Granted attempt whose outcome has to be reported. */
export type Attempt = { key: AttemptKey; most: number; since: number }

const WINDOW_MS = 15 * 60_000
export const HOUR_MS = 60 * 60_000
/**
 * Longest time (ms) for which an attempt waits for the outcome of others, and the interval of its
 * checks.
 */
const MAX_WAIT_MS = 10_000
const LOOK_MS = 60
/** Seconds after which to retry if the outcome of others took longer. */
const SOON = 2

const keyOf = (kind: Kind, value: string): AttemptKey => ({
  kind,
  digest: createHash('sha256').update(value).digest('hex').slice(0, 32),
})

/**
 * Takes one of `most` attempts within `windowMs` (15 minutes by default); the last one taken starts
 * a new wait of that length.
 * @returns the seconds to wait, 0 if an attempt was left
 */
export async function takeAttemptSlot(kind: Kind, value: string, most: number, windowMs = WINDOW_MS): Promise<number> {
  const taken = await take(keyOf(kind, value), most, 1, windowMs)
  return 'since' in taken ? 0 : Math.max(1, taken.wait)
}

/**
 * Begins an attempt, of which `most` may fail in 15 minutes. It is taken before its outcome is
 * known, so that parallel guesses cannot exceed the limit, and given back by `releaseAttempt`:
 * successes do not count. If attempts in progress hold all that are left, it waits for their
 * outcome, since an office that shares a network address signs in at the same hour.
 * @returns seconds to wait if it is refused
 */
export async function reserveAttempt(
  kind: Kind,
  value: string,
  most: number,
  maxWaitMs = MAX_WAIT_MS,
): Promise<Attempt | number> {
  const key = keyOf(kind, value)
  const deadline = performance.now() + maxWaitMs
  for (;;) {
    const taken = await take(key, most, 0)
    if ('since' in taken) return { key, most, since: taken.since }
    if (taken.wait > 0) return taken.wait
    if (performance.now() >= deadline) return SOON
    await new Promise(resolve => setTimeout(resolve, LOOK_MS * (0.5 + Math.random())))
  }
}

/** Reports a success, or an attempt that was not made: it does not count. */
export async function releaseAttempt({ key, since }: Attempt): Promise<void> {
  await changeWindow(key, since, { add: { count: -1 } })
}

/** Reports a failure, which counts; the last allowed one starts a new wait of 15 minutes. */
export async function recordFailedAttempt({ key, most, since }: Attempt): Promise<void> {
  const after = await changeWindow(key, since, { add: { failed: 1 } })
  if (after?.failed === most) await startWait(key, since)
}

/** Deletes the failures, as the person has proved who they are. */
export async function clearAttempts(kind: Kind, value: string): Promise<void> {
  await deleteOne(ATTEMPTS.delete(keyOf(kind, value)))
}

type Taken = { since: number } | { wait: number }

/**
 * Takes an attempt; `wait` is 0 if only attempts in progress prevent it. Costs one write if an
 * attempt is left.
 */
const take = (key: AttemptKey, most: number, failed: 0 | 1, windowMs = WINDOW_MS): Promise<Taken> =>
  retryUntilWritten(() => takeOnce(key, most, failed, windowMs), { rounds: CONTENDED })

/** Throws WriteConflict if another caller changed the window between the two writes. */
async function takeOnce(key: AttemptKey, most: number, failed: 0 | 1, windowMs: number): Promise<Taken> {
  const now = Date.now()
  const until = now + windowMs
  const window = { since: now, until, expiresAt: Math.ceil(until / 1000) }
  let held: AttemptRow | undefined
  try {
    const item = await updateOne(
      ATTEMPTS.upsert(key, {
        initial: window,
        add: { count: 1, failed },
        when: is => [is.any(is.absent('until'), is.all(is.above('until', now), is.below('count', most)))],
      }),
    )
    const taken = ATTEMPTS.parse(item)!
    if (taken.failed === most) await startWait(key, taken.since, windowMs)
    return { since: taken.since }
  } catch (error) {
    if (!isRefused(error)) throw error
    const item = existingRow(error)
    held = item && ATTEMPTS.parse(item)
  }
  const left = (held?.until ?? 0) - now
  if (held && left > 0) {
    // Another caller began the window, or gave an attempt back, between the two calls.
    if (held.count < most) throw new WriteConflict('attempt', held)
    return { wait: held.failed >= most ? Math.ceil(left / 1000) : 0 }
  }
  const begun = ATTEMPTS.put(
    { ...key, count: 1, failed, ...window },
    { when: is => [is.any(is.absent('until'), is.atMost('until', now))] },
  )
  // Otherwise another attempt began the window.
  if (!(await isWritten(putOne(begun)))) throw new WriteConflict('attempt', held)
  return { since: now }
}

async function startWait(key: AttemptKey, since: number, windowMs = WINDOW_MS): Promise<void> {
  const until = Date.now() + windowMs
  await changeWindow(key, since, { set: { until, expiresAt: Math.ceil(until / 1000) } })
}

/**
 * Changes the row provided that its window began at the given time: a window that is over is not
 * changed. Returns the row as it is then.
 */
async function changeWindow(
  key: AttemptKey,
  since: number,
  change: Change<AttemptRow>,
): Promise<AttemptRow | undefined> {
  const when: typeof change.when = is => [is.equal('since', since)]
  const item = await unlessRefused(updateOne(ATTEMPTS.change(key, { ...change, when })))
  return item && ATTEMPTS.parse(item)
}
