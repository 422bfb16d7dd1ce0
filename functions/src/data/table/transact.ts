/**
 * Runs writes as one DynamoDB transaction. Retries what is worth retrying (conflicts with a
 * parallel transaction, throttling); a failed condition is a result, not a failure.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb'
import { AppError, type ErrorCode } from '@balcao/shared/errors.ts'
import { logger } from '../../http/logger.ts'
import { fromItem } from './attribute-values.ts'
import { documentClient } from './client.ts'

type Item = NonNullable<TransactWriteCommandInput['TransactItems']>[number]

/** Write with a label that identifies it when it is refused. */
export type Write = {
  label: string
  item: Item
  /**
   * Runs after the commit. It cannot fail the transaction: an error is logged, and something else
   * must make up for it.
   */
  after?: () => Promise<void>
}

const ROW_OF_REFUSAL = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }

const write =
  (kind: keyof Item) =>
  (label: string, params: Record<string, unknown>): Write => ({
    label,
    item: { [kind]: { ...(params.ConditionExpression ? ROW_OF_REFUSAL : {}), ...params } } as Item,
  })

export const put = write('Put')
export const update = write('Update')
export const remove = write('Delete')
export const check = write('ConditionCheck')

/** Returns a put whose item has further attributes. */
export const withAttributes = ({ label, item }: Write, more: Record<string, unknown>): Write => ({
  label,
  item: { Put: { ...item.Put!, Item: { ...item.Put!.Item, ...more } } },
})

/**
 * Error for a failed condition: `label` names the write, `existing` is the row as it was (undefined
 * if there was none).
 */
export class WriteConflict extends Error {
  readonly label: string
  readonly existing: Record<string, unknown> | undefined

  constructor(label: string, existing: Record<string, unknown> | undefined) {
    super(`refused: ${label}`)
    this.name = 'WriteRefused'
    this.label = label
    this.existing = existing
  }
}

/** Maximum number of writes in one DynamoDB transaction. */
export const MAX_WRITES = 100

/**
 * Runs writes that are idempotent and need not be whole, as many transactions as they take; `each`
 * belongs to every one of them.
 */
export async function transactInParts(writes: readonly Write[], each: readonly Write[] = []): Promise<void> {
  const size = MAX_WRITES - each.length
  for (let at = 0; at < writes.length; at += size) await transact([...writes.slice(at, at + size), ...each])
}

/**
 * Runs writes as one transaction, together with as many of `more` as have room; the rest follows in
 * further ones. For rows that lead nowhere once those of `writes` are gone.
 */
export async function transactWithMore(writes: readonly Write[], more: readonly Write[]): Promise<void> {
  const room = Math.max(0, MAX_WRITES - writes.length)
  await transact([...writes, ...more.slice(0, room)])
  await transactInParts(more.slice(room))
}

const RETRIES = 8

const pause = (attempt: number) =>
  new Promise(resolve => setTimeout(resolve, Math.random() * Math.min(1000, 20 * 2 ** attempt)))

/** Error codes of refused writes by label. */
export type Refusals = Readonly<Record<string, ErrorCode>>

/**
 * Runs all of the writes or none, at most 100. Throws for the first write whose condition failed:
 * the error that `refusals` has for its label, or `WriteConflict`.
 */
export async function transact(writes: readonly Write[], refusals: Refusals = {}): Promise<void> {
  try {
    await run(writes)
  } catch (error) {
    const code = error instanceof WriteConflict ? refusals[error.label] : undefined
    throw code ? new AppError(code) : error
  }
  await takeEffects(writes)
}

/**
 * Runs writes as `transact` does, for a caller that after a refusal finds by reading what is
 * written: if an answer is lost they are sent again, and may be refused because of themselves.
 * Without a token the table keeps no record of them: on the local one that saves up to a third of a
 * large transaction's time.
 * @throws WriteConflict for the first write whose condition failed
 */
export async function transactRepeatable(writes: readonly Write[]): Promise<void> {
  await run(writes, true)
  await takeEffects(writes)
}

async function takeEffects(writes: readonly Write[]): Promise<void> {
  const effects = writes.map(({ label, after }) => after?.().catch(error => logLeft(label, error)))
  const beside = effectsBeside.getStore()
  if (beside) beside.push(...effects)
  else await Promise.all(effects)
}

const effectsBeside = new AsyncLocalStorage<(Promise<void> | undefined)[]>()

/**
 * Runs work in which nothing waits for what follows its transactions (`Write.after`): that is
 * awaited once the work is done.
 */
export async function withEffectsBeside<T>(work: () => Promise<T>): Promise<T> {
  const effects: (Promise<void> | undefined)[] = []
  try {
    return await effectsBeside.run(effects, work)
  } finally {
    await Promise.all(effects)
  }
}

const logLeft = (label: string, error: unknown): void =>
  logger.warn('what follows a transaction waits for its timer', { label, error: error as Error })

/** Returns whether a transaction lost to others on the same rows until its retries were used up. */
export const isConflict = (error: unknown): boolean =>
  error instanceof TransactionCanceledException &&
  (error.CancellationReasons ?? []).some(({ Code }) => Code === 'TransactionConflict')

const ROUNDS = 8
/** Number of rounds without a pause. */
const ROUNDS_WITHOUT_PAUSE = 2

/**
 * Number of rounds for rows that many processes change at once (a ticket, a contact): of those that
 * collide, one wins each round.
 */
export const CONTENDED = 60
/** Exponent of the longest pause between two rounds: 20 ms times two to this power. */
const MAX_PAUSE_EXPONENT = 4

type Retry = {
  rounds?: number
  /** Labels whose refusal is retried; by default all of them. */
  labels?: readonly string[]
  /** Codes of errors that are retried, too: a refusal that was given its code before. */
  codes?: readonly ErrorCode[]
}

/**
 * Repeats a change that depends on what it read: if a write is refused, `attempt` reads and decides
 * again. From the third round on it pauses first, since another writer at the same pace would win
 * every time. Throws ERR_CONFLICT if other writers come first in every round.
 */
export async function retryUntilWritten<T>(
  attempt: () => Promise<T>,
  { rounds = ROUNDS, labels, codes }: Retry = {},
): Promise<T> {
  const isRetried = (error: unknown): boolean =>
    error instanceof WriteConflict
      ? !labels || labels.includes(error.label)
      : error instanceof AppError && codes?.includes(error.code) === true

  for (let round = 0; round < rounds; round++) {
    try {
      return await attempt()
    } catch (error) {
      if (!isRetried(error)) throw error
    }
    if (round >= ROUNDS_WITHOUT_PAUSE && round < rounds - 1)
      await pause(Math.min(round - ROUNDS_WITHOUT_PAUSE, MAX_PAUSE_EXPONENT))
  }
  throw new AppError('ERR_CONFLICT')
}

async function run(writes: readonly Write[], isRepeatable = false): Promise<void> {
  const input: TransactWriteCommandInput = { TransactItems: writes.map(({ item }) => item) }
  if (isRepeatable) input.ClientRequestToken = undefined
  for (let attempt = 0; ; attempt++) {
    try {
      await documentClient().send(new TransactWriteCommand(input))
      return
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error
      const reasons = error.CancellationReasons ?? []
      const failed = reasons.findIndex(reason => reason.Code === 'ConditionalCheckFailed')
      if (failed >= 0) {
        const { Item: item } = reasons[failed]!
        throw new WriteConflict(writes[failed]!.label, item && fromItem(item))
      }
      const transient = reasons.some(
        reason =>
          reason.Code === 'TransactionConflict' ||
          reason.Code === 'ThrottlingError' ||
          reason.Code === 'ProvisionedThroughputExceeded',
      )
      if (!transient || attempt >= RETRIES) throw error
      await pause(attempt)
    }
  }
}
