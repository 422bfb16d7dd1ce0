import { createHash } from 'node:crypto'
import { Entity } from 'electrodb'
import { documentClient, tableName } from '../table/client.ts'
import { index, model } from '../table/entity.ts'
import { isRefused } from '../table/refused.ts'

const AttemptEntity = new Entity({
  model: model('loginAttempt'),
  attributes: {
    /** What is counted; see `Kind`. */
    kind: { type: 'string', required: true },
    /** A digest: neither addresses nor e-mails lie about in the open. */
    digest: { type: 'string', required: true },
    /** Attempts that failed, and those whose outcome is not known yet. */
    count: { type: 'number', required: true },
    /** Of them, those that failed. */
    failed: { type: 'number', required: true },
    /** Epoch ms of the first attempt: tells this window from the next. */
    since: { type: 'number', required: true },
    /** Epoch ms: when the window, or the wait, is over. */
    until: { type: 'number', required: true },
    expiresAt: { type: 'number', required: true },
  },
  indexes: {
    byDigest: index(
      'main',
      { composite: ['kind', 'digest'], template: 'system#attempt#${kind}#${digest}' },
      { composite: [], template: 'attempts' },
    ),
  },
})

/**
 * Sign-ins for an e-mail, from an address, from a device of a user; sign-ups from an address; the current password of a user;
 * requests for a code for an e-mail, from an address; codes from an address, of letters that confirm or invite too; letters of a user
 * who confirms their address; invitations of a company, letters of one of them; codes of a user's second factor, at sign-in and by who is
 * signed in.
 */
type Kind =
  | 'email'
  | 'address'
  | 'device'
  | 'signup'
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

type Key = { kind: Kind; digest: string }

/** An attempt that was granted and whose outcome is to be told. */
export type Attempt = { key: Key; most: number; since: number }

const WINDOW_MS = 15 * 60_000
/** How long an attempt waits for the outcome of others, and how often it looks. */
const PATIENCE_MS = 10_000
const LOOK_MS = 60
/** Seconds after which to come back when the outcome of others took longer. */
const SOON = 2

const options = () => ({ client: documentClient(), table: tableName() })
const keyOf = (kind: Kind, value: string): Key => ({
  kind,
  digest: createHash('sha256').update(value).digest('hex').slice(0, 32),
})

/**
 * Takes one of `most` attempts in 15 minutes; the last one taken starts a wait of 15 minutes anew. Answers the seconds to
 * wait, 0 when there was an attempt left.
 */
export async function takeAttempt(kind: Kind, value: string, most: number): Promise<number> {
  const taken = await take(keyOf(kind, value), most, 1)
  return 'since' in taken ? 0 : Math.max(1, taken.wait)
}

/**
 * Begins an attempt of which `most` may fail in 15 minutes. It is taken before it is made, so that parallel guesses do not
 * slip past, and given back by `giveBackAttempt`: successes count for nothing. Where attempts under way hold what is left,
 * it waits for their outcome, since an office that shares an address signs in at the same hour.
 * @returns seconds to wait when it is refused
 */
export async function beginAttempt(
  kind: Kind,
  value: string,
  most: number,
  patienceMs = PATIENCE_MS,
): Promise<Attempt | number> {
  const key = keyOf(kind, value)
  const patience = performance.now() + patienceMs
  for (;;) {
    const taken = await take(key, most, 0)
    if ('since' in taken) return { key, most, since: taken.since }
    if (taken.wait > 0) return taken.wait
    if (performance.now() >= patience) return SOON
    await new Promise(resolve => setTimeout(resolve, LOOK_MS * (0.5 + Math.random())))
  }
}

/** It succeeded, or was not made: as if it had never begun. */
export async function giveBackAttempt({ key, since }: Attempt): Promise<void> {
  await ifThatWindow(
    AttemptEntity.patch(key)
      .subtract({ count: 1 })
      .where((row, is) => is.eq(row.since, since))
      .go(options()),
  )
}

/** It failed: it counts, and the last of them starts a wait of 15 minutes anew. */
export async function failAttempt({ key, most, since }: Attempt): Promise<void> {
  const after = await ifThatWindow(
    AttemptEntity.patch(key)
      .add({ failed: 1 })
      .where((row, is) => is.eq(row.since, since))
      .go({ ...options(), response: 'all_new' }),
  )
  if (after?.data.failed === most) await startWait(key, since)
}

/** Forgets the failures: the person proved who they are. */
export async function forgetAttempts(kind: Kind, value: string): Promise<void> {
  await AttemptEntity.delete(keyOf(kind, value)).go(options())
}

/** `wait` is 0 where only attempts under way are in the way. One write where there is an attempt left. */
async function take(key: Key, most: number, failed: 0 | 1): Promise<{ since: number } | { wait: number }> {
  for (;;) {
    const now = Date.now()
    const until = now + WINDOW_MS
    const window = { since: now, until, expiresAt: Math.ceil(until / 1000) }
    try {
      const { data } = await AttemptEntity.update(key)
        .data((row, to) => {
          to.add(row.count, 1)
          to.add(row.failed, failed)
          to.ifNotExists(row.since, window.since)
          to.ifNotExists(row.until, window.until)
          to.ifNotExists(row.expiresAt, window.expiresAt)
        })
        .where((row, is) => `${is.notExists(row.until)} OR (${is.gt(row.until, now)} AND ${is.lt(row.count, most)})`)
        .go({ ...options(), response: 'all_new' })
      if (data.failed === most) await startWait(key, data.since!)
      return { since: data.since! }
    } catch (error) {
      if (!isRefused(error)) throw error
    }
    const { data: held } = await AttemptEntity.get(key).go({ ...options(), consistent: true })
    const left = (held?.until ?? 0) - now
    if (held && left > 0) {
      // Somebody began the window, or gave one back, between the two.
      if (held.count < most) continue
      return { wait: held.failed >= most ? Math.ceil(left / 1000) : 0 }
    }
    try {
      await AttemptEntity.put({ ...key, count: 1, failed, ...window })
        .where((row, is) => `${is.notExists(row.until)} OR ${is.lte(row.until, now)}`)
        .go(options())
      return { since: now }
    } catch (error) {
      // Another one began the window.
      if (!isRefused(error)) throw error
    }
  }
}

async function startWait(key: Key, since: number): Promise<void> {
  const until = Date.now() + WINDOW_MS
  await ifThatWindow(
    AttemptEntity.patch(key)
      .set({ until, expiresAt: Math.ceil(until / 1000) })
      .where((row, is) => is.eq(row.since, since))
      .go(options()),
  )
}

/** A window that is over takes nothing any more. */
async function ifThatWindow<T>(write: Promise<T>): Promise<T | undefined> {
  try {
    return await write
  } catch (error) {
    if (isRefused(error)) return undefined
    throw error
  }
}
