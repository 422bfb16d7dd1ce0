import { createHash } from 'node:crypto'
import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { documentClient, tableName } from '../table/client.ts'
import { getItem } from '../table/get-item.ts'
import type { TableKey } from '../table/keys.ts'
import { isRefused, unlessRefused } from '../table/refused.ts'

/** Words of the expressions' language. */
const COUNT = { '#count': 'count' }
const UNTIL = { '#until': 'until' }

type AttemptRow = {
  /** Attempts that failed, and those whose outcome is not known yet. */
  count: number
  /** Of them, those that failed. */
  failed: number
  /** Epoch ms of the first attempt: tells this window from the next. */
  since: number
  /** Epoch ms: when the window, or the wait, is over. */
  until: number
  /** Epoch seconds. */
  expiresAt: number
}

/**
 * Sign-ins for an e-mail, from an address, from a device of a user; sign-ups from an address, letters about them to an e-mail there is; the current password of a user;
 * requests for a code for an e-mail, from an address; codes from an address, of letters that confirm or invite too; letters of a user
 * who confirms their address; invitations of a company, letters of one of them; codes of a user's second factor, at sign-in and by who is
 * signed in.
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

/** An attempt that was granted and whose outcome is to be told. */
export type Attempt = { key: TableKey; most: number; since: number }

const WINDOW_MS = 15 * 60_000
export const HOUR_MS = 60 * 60_000
/** How long an attempt waits for the outcome of others, and how often it looks. */
const PATIENCE_MS = 10_000
const LOOK_MS = 60
/** Seconds after which to come back when the outcome of others took longer. */
const SOON = 2

/** By a digest: neither addresses nor e-mails lie about in the open. */
function keyOf(kind: Kind, value: string): TableKey {
  const digest = createHash('sha256').update(value).digest('hex').slice(0, 32)
  return { pk: `system#attempt#${kind}#${digest}`, sk: 'attempts' }
}

/**
 * Takes one of `most` attempts within `windowMs` (15 minutes unless given); the last one taken starts a wait of that
 * length anew.
 * @returns the seconds to wait, 0 when there was an attempt left
 */
export async function takeAttempt(kind: Kind, value: string, most: number, windowMs = WINDOW_MS): Promise<number> {
  const taken = await take(keyOf(kind, value), most, 1, windowMs)
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
  await changeWindow(key, since, 'ADD #count :less', { ':less': -1 }, COUNT)
}

/** It failed: it counts, and the last of them starts a wait of 15 minutes anew. */
export async function failAttempt({ key, most, since }: Attempt): Promise<void> {
  const after = await changeWindow(key, since, 'ADD failed :one', { ':one': 1 })
  if (after?.failed === most) await startWait(key, since)
}

/** Forgets the failures: the person proved who they are. */
export async function forgetAttempts(kind: Kind, value: string): Promise<void> {
  await documentClient().send(new DeleteCommand({ TableName: tableName(), Key: keyOf(kind, value) }))
}

/** `wait` is 0 where only attempts under way are in the way. One write where there is an attempt left. */
async function take(
  key: TableKey,
  most: number,
  failed: 0 | 1,
  windowMs = WINDOW_MS,
): Promise<{ since: number } | { wait: number }> {
  for (;;) {
    const now = Date.now()
    const until = now + windowMs
    const window = { since: now, until, expiresAt: Math.ceil(until / 1000) }
    try {
      const { Attributes } = await documentClient().send(
        new UpdateCommand({
          TableName: tableName(),
          Key: key,
          UpdateExpression:
            'SET since = if_not_exists(since, :now), #until = if_not_exists(#until, :until), expiresAt = if_not_exists(expiresAt, :expiresAt) ADD #count :one, failed :failed',
          ConditionExpression: 'attribute_not_exists(#until) OR (#until > :now AND #count < :most)',
          ExpressionAttributeNames: { ...COUNT, ...UNTIL },
          ExpressionAttributeValues: {
            ':now': now,
            ':until': until,
            ':expiresAt': window.expiresAt,
            ':one': 1,
            ':failed': failed,
            ':most': most,
          },
          ReturnValues: 'ALL_NEW',
        }),
      )
      const taken = Attributes as AttemptRow
      if (taken.failed === most) await startWait(key, taken.since, windowMs)
      return { since: taken.since }
    } catch (error) {
      if (!isRefused(error)) throw error
    }
    const held = (await getItem(key, true)) as AttemptRow | undefined
    const left = (held?.until ?? 0) - now
    if (held && left > 0) {
      // Somebody began the window, or gave one back, between the two.
      if (held.count < most) continue
      return { wait: held.failed >= most ? Math.ceil(left / 1000) : 0 }
    }
    try {
      await documentClient().send(
        new PutCommand({
          TableName: tableName(),
          Item: { ...key, count: 1, failed, ...window } satisfies TableKey & AttemptRow,
          ConditionExpression: 'attribute_not_exists(#until) OR #until <= :now',
          ExpressionAttributeNames: UNTIL,
          ExpressionAttributeValues: { ':now': now },
        }),
      )
      return { since: now }
    } catch (error) {
      // Another one began the window.
      if (!isRefused(error)) throw error
    }
  }
}

async function startWait(key: TableKey, since: number, windowMs = WINDOW_MS): Promise<void> {
  const until = Date.now() + windowMs
  const values = { ':until': until, ':expiresAt': Math.ceil(until / 1000) }
  await changeWindow(key, since, 'SET #until = :until, expiresAt = :expiresAt', values, UNTIL)
}

/** Changes the row as long as its window is the one that began then: one that is over takes nothing any more. Answers it as it is then. */
async function changeWindow(
  key: TableKey,
  since: number,
  change: string,
  values: Record<string, number>,
  names?: Record<string, string>,
): Promise<AttemptRow | undefined> {
  const answer = await unlessRefused(
    documentClient().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: key,
        UpdateExpression: change,
        ConditionExpression: 'since = :since',
        ...(names ? { ExpressionAttributeNames: names } : {}),
        ExpressionAttributeValues: { ...values, ':since': since },
        ReturnValues: 'ALL_NEW',
      }),
    ),
  )
  return answer && (answer.Attributes as AttemptRow)
}
