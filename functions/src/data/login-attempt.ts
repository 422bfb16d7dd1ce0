import { createHash } from 'node:crypto'
import { Entity } from 'electrodb'
import { documentClient, tableName } from './client.ts'
import { index, model } from './entity.ts'
import { isRefused } from './refused.ts'

const AttemptEntity = new Entity({
  model: model('loginAttempt'),
  attributes: {
    /** `email` or `address`, for sign-ups `signup`, for the current password of a signed-in user `password`. */
    kind: { type: 'string', required: true },
    /** A digest: neither addresses nor e-mails lie about in the open. */
    digest: { type: 'string', required: true },
    count: { type: 'number', required: true },
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

type Kind = 'email' | 'address' | 'signup' | 'password'

const WINDOW_MS = 15 * 60_000

const options = () => ({ client: documentClient(), table: tableName() })
const keyOf = (kind: Kind, value: string) => ({
  kind,
  digest: createHash('sha256').update(value).digest('hex').slice(0, 32),
})

/**
 * Takes one of `most` attempts in 15 minutes; the last one taken starts a wait of 15 minutes anew. Counted before the
 * attempt is made, so that parallel guesses do not slip past. Answers the seconds to wait, 0 when there is an attempt left.
 */
export async function takeAttempt(kind: Kind, value: string, most: number): Promise<number> {
  const key = keyOf(kind, value)
  // Two rounds: a window may end between the two writes of the first.
  for (let round = 0; round < 3; round++) {
    const now = Date.now()
    const until = now + WINDOW_MS
    try {
      const { data } = await AttemptEntity.patch(key)
        .add({ count: 1 })
        .where((row, is) => `${is.gt(row.until, now)} AND ${is.lt(row.count, most)}`)
        .go({ ...options(), response: 'all_new' })
      if (data.count === most) await extend(key, until)
      return 0
    } catch (error) {
      if (!isRefused(error)) throw error
    }
    try {
      await AttemptEntity.put({ ...key, count: 1, until, expiresAt: Math.ceil(until / 1000) })
        .where((row, is) => `${is.notExists(row.until)} OR ${is.lte(row.until, now)}`)
        .go(options())
      return 0
    } catch (error) {
      if (!isRefused(error)) throw error
    }
    const wait = await waitOf(kind, value, most)
    if (wait > 0) return wait
  }
  return 1
}

async function extend(key: ReturnType<typeof keyOf>, until: number): Promise<void> {
  await AttemptEntity.patch(key)
    .set({ until, expiresAt: Math.ceil(until / 1000) })
    .go(options())
}

/** Seconds until another attempt is allowed; 0 now. Takes none. */
export async function waitOf(kind: Kind, value: string, most: number): Promise<number> {
  const { data } = await AttemptEntity.get(keyOf(kind, value)).go({ ...options(), consistent: true })
  const left = (data?.until ?? 0) - Date.now()
  return data && data.count >= most && left > 0 ? Math.ceil(left / 1000) : 0
}

/** Forgets the attempts: the person proved who they are. */
export async function forgetAttempts(kind: Kind, value: string): Promise<void> {
  await AttemptEntity.delete(keyOf(kind, value)).go(options())
}
