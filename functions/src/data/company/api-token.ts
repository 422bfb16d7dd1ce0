/**
 * Tokens of the public API: one row in the company for its list, and one by the token's digest that
 * calls are admitted by. The latter counts the calls of a minute, so that one write finds the
 * token, counts the call and notes its use.
 */
import { createHash, randomBytes } from 'node:crypto'
import {
  API_CALLS_PER_MINUTE,
  API_SCOPES,
  ApiScope,
  type ApiToken,
  MAX_API_TOKENS,
} from '@balcao/shared/entities/api-token.ts'
import type { UserRef } from '@balcao/shared/entities/user.ts'
import { newId, timeOfId } from '@balcao/shared/ids.ts'
import { z } from 'zod'
import { instant } from '../instant.ts'
import { readAll } from '../table/batch-items.ts'
import { tableName } from '../table/client.ts'
import { defineRow, type RowOf } from '../table/define-row.ts'
import { existingRow, isRefused, unlessRefused } from '../table/refused.ts'
import { updateOne } from '../table/single-write.ts'
import { put, remove, transact, update, WriteConflict } from '../table/transact.ts'

const about = {
  companyId: z.string(),
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.string()),
  sandbox: z.boolean(),
  /** Epoch milliseconds from which on it is refused; absent for one that does not expire. */
  until: z.number().optional(),
  tokenHash: z.string(),
}

const TOKENS = defineRow({
  kind: 'machineToken',
  key: { pk: '${companyId}#api-tokens', sk: 'token#${id}' },
  content: z.object({ ...about, prefix: z.string(), madeBy: z.object({ id: z.string(), name: z.string() }) }),
})

const KEYS = defineRow({
  kind: 'machineKey',
  key: { pk: 'system#api-token#${tokenHash}', sk: 'machine' },
  content: z.object({
    ...about,
    /** Minute since 1970 of the last call, and the calls in it. */
    minute: z.number().optional(),
    calls: z.number().optional(),
  }),
})

const COUNTS = defineRow({
  kind: 'machineTokenCount',
  key: { pk: '${companyId}#api-tokens', sk: 'count' },
  content: z.object({ companyId: z.string(), count: z.number() }),
})

const MINUTE_MS = 60_000
const FORM = /^blc_(live|test)_[\w-]{43}$/
/** Characters by which people recognise a token: its beginning, too few to guess the rest. */
const PREFIX_LENGTH = 13

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

export type NewApiToken = { name: string; scopes: readonly ApiScope[]; sandbox: boolean; until: number | null }

/** Makes a token. Throws ERR_API_TOKEN_LIMIT. */
export async function createApiToken(
  companyId: string,
  madeBy: UserRef,
  { name, scopes, sandbox, until }: NewApiToken,
): Promise<{ token: string; row: ApiToken }> {
  const token = `blc_${sandbox ? 'test' : 'live'}_${randomBytes(32).toString('base64url')}`
  const common = {
    ...{ companyId, id: newId(), name, sandbox, tokenHash: hashOf(token) },
    scopes: API_SCOPES.filter(scope => scopes.includes(scope)),
    ...(until === null ? {} : { until }),
  }
  const row = { ...common, prefix: token.slice(0, PREFIX_LENGTH), madeBy: { id: madeBy.id, name: madeBy.name } }
  await transact(
    [
      update(
        'count',
        COUNTS.upsert(
          { companyId },
          { add: { count: 1 }, when: is => [is.any(is.absent('count'), is.below('count', MAX_API_TOKENS))] },
        ),
      ),
      put('token', TOKENS.create(row)),
      put('key', KEYS.create(common)),
    ],
    { count: 'ERR_API_TOKEN_LIMIT' },
  )
  return { token, row: shown(row, undefined) }
}

/** Returns the tokens of a company, the newest first, with their last use. */
export async function listApiTokens(companyId: string): Promise<ApiToken[]> {
  const rows = await TOKENS.every(TOKENS.query({ companyId }), { order: 'desc', consistent: true })
  if (rows.length === 0) return []
  const items = await readAll<Record<string, unknown>>({
    [tableName()]: { Keys: rows.map(({ tokenHash }) => KEYS.key({ tokenHash })) },
  })
  const minutes = new Map(items.map(item => KEYS.parse(item)).map(key => [key?.id, key?.minute]))
  return rows.map(row => shown(row, minutes.get(row.id)))
}

/**
 * Revokes a token: the next call with it is refused. Returns its name; undefined if there is none.
 */
export async function revokeApiToken(companyId: string, id: string): Promise<string | undefined> {
  const row = await TOKENS.get({ companyId, id }, { consistent: true })
  if (!row) return undefined
  try {
    await transact([
      remove('token', TOKENS.delete({ companyId, id }, { when: is => [is.exists()] })),
      remove('key', KEYS.delete({ tokenHash: row.tokenHash })),
      update('count', COUNTS.change({ companyId }, { add: { count: -1 } })),
    ])
    return row.name
  } catch (error) {
    // Somebody else has just revoked it.
    if (error instanceof WriteConflict) return undefined
    throw error
  }
}

/** Admitted call of a token, or `spent`: the calls of this minute are used up. */
export type ApiCall = {
  token: Omit<RowOf<typeof KEYS>, 'scopes' | 'minute' | 'calls'> & { scopes: readonly ApiScope[] }
  spent: boolean
  /** Calls left in this minute, and seconds until the next. */
  remaining: number
  reset: number
}

const ROUNDS = 5

/**
 * Finds a token and counts a call of it, with one write (two for the first call of a minute). Calls
 * of all processes count together. Returns undefined for a token that does not exist.
 */
export async function takeApiCall(token: string): Promise<ApiCall | undefined> {
  if (!FORM.test(token)) return undefined
  const tokenHash = hashOf(token)
  let minute = Math.floor(Date.now() / MINUTE_MS)
  for (let round = 0; round < ROUNDS; round++) {
    const counted = await countIn(tokenHash, minute)
    if (!counted) return undefined
    if (counted.isTaken || (counted.key.minute === minute && (counted.key.calls ?? 0) >= API_CALLS_PER_MINUTE))
      return callOf(counted.key, !counted.isTaken)
    // A process whose clock is ahead has begun the next minute already.
    minute = Math.max(minute, counted.key.minute ?? 0)
    const begun = minute === counted.key.minute ? undefined : await beginMinute(counted.key, minute)
    if (begun) return callOf(begun, false)
  }
  throw new Error('a minute of a token was begun again and again')
}

type Key = RowOf<typeof KEYS>

/** Adds a call to the current minute; returns the row also when it is another minute's, or full. */
async function countIn(tokenHash: string, minute: number): Promise<{ key: Key; isTaken: boolean } | undefined> {
  try {
    const taken = await updateOne(
      KEYS.change(
        { tokenHash },
        { add: { calls: 1 }, when: is => [is.equal('minute', minute), is.below('calls', API_CALLS_PER_MINUTE)] },
      ),
    )
    return { key: KEYS.parse(taken)!, isTaken: true }
  } catch (error) {
    if (!isRefused(error)) throw error
    const existing = existingRow(error)
    return existing && { key: KEYS.parse(existing)!, isTaken: false }
  }
}

/** Begins a minute with its first call; undefined if another process was first. */
async function beginMinute({ tokenHash, minute: before }: Key, minute: number): Promise<Key | undefined> {
  const begun = await unlessRefused(
    updateOne(
      KEYS.change(
        { tokenHash },
        {
          set: { minute, calls: 1 },
          when: is => [before === undefined ? is.absent('minute') : is.equal('minute', before)],
        },
      ),
    ),
  )
  return begun && KEYS.parse(begun)
}

function callOf({ minute = 0, calls = 0, scopes, ...token }: Key, spent: boolean): ApiCall {
  return {
    token: { ...token, scopes: scopesIn(scopes) },
    spent,
    remaining: Math.max(0, API_CALLS_PER_MINUTE - calls),
    reset: Math.max(1, Math.ceil(((minute + 1) * MINUTE_MS - Date.now()) / 1000)),
  }
}

/** Returns the scopes that there are still: a stored one may have been given up since. */
const scopesIn = (stored: readonly string[]): ApiScope[] =>
  stored.flatMap(scope => ApiScope.safeParse(scope).data ?? [])

function shown(row: RowOf<typeof TOKENS>, minute: number | undefined): ApiToken {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: scopesIn(row.scopes),
    sandbox: row.sandbox,
    expiresAt: row.until === undefined ? null : instant(row.until),
    lastUsedAt: minute === undefined ? null : instant(minute * MINUTE_MS),
    madeBy: row.madeBy,
    createdAt: instant(timeOfId(row.id)),
  }
}
