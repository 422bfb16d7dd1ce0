import { createHash } from 'node:crypto'
import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { documentClient, tableName } from '../table/client.ts'
import { getItem } from '../table/get-item.ts'
import type { TableKey } from '../table/keys.ts'
import { isRefused, unlessRefused } from '../table/refused.ts'

/** Attribute names that are reserved words of DynamoDB. */
const COUNT = { '#count': 'count' }
const UNTIL = { '#until': 'until' }

type AttemptRow = {
  /** Number of failed attempts and of those whose outcome is not known yet. */
  count: number
  /** Number of failed attempts among them. */
  failed: number
  /**
   * Start of the window: time (epoch ms) of the first attempt, which distinguishes it from the next
   * window.
   */
  since: number
  /** End (epoch ms) of the window or of the wait. */
  until: number
  /** Epoch seconds. */
  expiresAt: number
}

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
export type Attempt = { key: TableKey; most: number; since: number }

const WINDOW_MS = 15 * 60_000
export const HOUR_MS = 60 * 60_000
/**
 * Longest time (ms) for which an attempt waits for the outcome of others, and the interval of its
 * checks.
 */
const PATIENCE_MS = 10_000
const LOOK_MS = 60
/** Seconds after which to retry if the outcome of others took longer. */
const SOON = 2

/**
 * Returns the key of an attempt's counter. It contains a digest, so that neither network addresses
 * nor e-mails are readable.
 */
function keyOf(kind: Kind, value: string): TableKey {
  const digest = createHash('sha256').update(value).digest('hex').slice(0, 32)
  return { pk: `system#attempt#${kind}#${digest}`, sk: 'attempts' }
}

/**
 * Takes one of `most` attempts within `windowMs` (15 minutes by default); the last one taken starts
 * a new wait of that length.
 * @returns the seconds to wait, 0 if an attempt was left
 */
export async function takeAttempt(kind: Kind, value: string, most: number, windowMs = WINDOW_MS): Promise<number> {
  const taken = await take(keyOf(kind, value), most, 1, windowMs)
  return 'since' in taken ? 0 : Math.max(1, taken.wait)
}

/**
 * Begins an attempt, of which `most` may fail in 15 minutes. It is taken before its outcome is
 * known, so that parallel guesses cannot exceed the limit, and given back by `giveBackAttempt`:
 * successes do not count. If attempts in progress hold all that are left, it waits for their
 * outcome, since an office that shares a network address signs in at the same hour.
 * @returns seconds to wait if it is refused
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

/** Reports a success, or an attempt that was not made: it does not count. */
export async function giveBackAttempt({ key, since }: Attempt): Promise<void> {
  await changeWindow(key, since, 'ADD #count :less', { ':less': -1 }, COUNT)
}

/** Reports a failure, which counts; the last allowed one starts a new wait of 15 minutes. */
export async function failAttempt({ key, most, since }: Attempt): Promise<void> {
  const after = await changeWindow(key, since, 'ADD failed :one', { ':one': 1 })
  if (after?.failed === most) await startWait(key, since)
}

/** Deletes the failures, as the person has proved who they are. */
export async function forgetAttempts(kind: Kind, value: string): Promise<void> {
  await documentClient().send(new DeleteCommand({ TableName: tableName(), Key: keyOf(kind, value) }))
}

/**
 * Takes an attempt; `wait` is 0 if only attempts in progress prevent it. Costs one write if an
 * attempt is left.
 */
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
      // Another caller began the window, or gave an attempt back, between the two calls.
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
      // Another attempt began the window.
      if (!isRefused(error)) throw error
    }
  }
}

async function startWait(key: TableKey, since: number, windowMs = WINDOW_MS): Promise<void> {
  const until = Date.now() + windowMs
  const values = { ':until': until, ':expiresAt': Math.ceil(until / 1000) }
  await changeWindow(key, since, 'SET #until = :until, expiresAt = :expiresAt', values, UNTIL)
}

/**
 * Changes the row provided that its window began at the given time: a window that is over is not
 * changed. Returns the row as it is then.
 */
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
