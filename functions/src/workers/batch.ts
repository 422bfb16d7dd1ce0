import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import sqsPartialBatchFailure from '@middy/sqs-partial-batch-failure'
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import type { z } from 'zod'
import { handlerChain } from '../handler-chain.ts'
import { logger } from '../http/logger.ts'
import { isAway } from '../integrations/aws/is-away.ts'
import { comeAgain } from '../integrations/sqs.ts'

/**
 * A message that can never be parsed. No other message depends on it, so none has to wait for it.
 */
class Unreadable extends Error {}

/** Parses the body of a message by `schema`. */
export function read<T extends z.ZodType>(schema: T, { body }: SQSRecord): z.output<T> {
  try {
    return schema.parse(JSON.parse(body))
  } catch (cause) {
    throw new Unreadable('the message cannot be read', { cause })
  }
}

/**
 * DynamoDB's errors for items it will never store, however often the write is retried: too large,
 * not UTF-8, not an item.
 */
const UNSTORABLE = new Set([
  'ValidationException',
  'SerializationException',
  'ItemCollectionSizeLimitExceededException',
])

function isUnstorable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (UNSTORABLE.has(cause.name)) return true
    if (cause instanceof TransactionCanceledException)
      return (cause.CancellationReasons ?? []).some(({ Code }) => Code === 'ValidationError')
  }
  return false
}

/**
 * Number of receives after which a message that fails by itself no longer holds back the rest of
 * its group. By then it is on its way to the dead letters; the messages behind it, which were
 * received with it each time, would become dead letters too.
 */
const MAX_RECEIVES = 3

/** Reason why a message failed without being tried. */
class HeldBack extends Error {}

/**
 * Reason why a message of a FIFO queue has to wait: it comes again after `seconds` (at most
 * 43,200), and nothing of its group overtakes it.
 */
export class ComesLater extends Error {
  readonly seconds: number

  constructor(seconds: number, options?: ErrorOptions) {
    super(`again in ${seconds} s`, options)
    this.seconds = seconds
  }
}

type Work = (record: SQSRecord) => Promise<void>
/** @param startedAt time (epoch ms) at which the batch was begun */
type FifoWork = (record: SQSRecord, startedAt: number) => Promise<void>
type Worker = (event: SQSEvent) => Promise<SQSBatchResponse>

/**
 * Returns the handler of a queue's function. middy's middleware reports the failed messages from
 * the results, which are in the order the messages came; all others are deleted from the queue.
 */
const worker = (through: (records: SQSRecord[]) => Promise<PromiseSettledResult<void>[]>): Worker =>
  handlerChain([sqsPartialBatchFailure({ logger: logFailure })], (event: SQSEvent) => through(event.Records))

function logFailure(error: unknown, { messageId }: SQSRecord): void {
  if (!(error instanceof HeldBack || error instanceof ComesLater))
    logger.error('message failed', { messageId, error: error as Error })
}

/** Processes batches of a standard queue; failed messages are delivered again. */
export const processBatch = (work: Work): Worker =>
  worker(records => Promise.allSettled(records.map(async record => work(record))))

/**
 * Seconds until a failed message is delivered again, and the increase with each further attempt.
 */
const FIRST_RETRY_S = 4
const RETRY_FACTOR = 3

/**
 * Retries failed messages of a standard queue after seconds, up to `times` times (for example while
 * the table is unreachable): for work that somebody waits for. The queue's own visibility timeout
 * covers processes that died and lasting failures.
 */
export const withQuickRetry =
  (queueUrl: () => string, times: number, work: Work): Work =>
  async record => {
    try {
      await work(record)
    } catch (error) {
      const failed = Number(record.attributes.ApproximateReceiveCount ?? 1)
      // If the queue is unreachable too, its own visibility timeout delivers the message again.
      if (failed <= times)
        await comeAgain(queueUrl(), record.receiptHandle, FIRST_RETRY_S * RETRY_FACTOR ** (failed - 1)).catch(
          () => undefined,
        )
      throw error
    }
  }

/**
 * Processes batches of a FIFO queue: groups in parallel, each group in order. When a message fails,
 * the rest of its group is reported as failed without being tried, so that nothing overtakes it; a
 * message that keeps failing ends in the dead-letter queue by the queue's own count.
 * @param queueUrl the queue, for work that throws `ComesLater`
 */
export const processFifoBatch = (work: FifoWork, queueUrl?: () => string): Worker =>
  worker(async records => {
    const startedAt = Date.now()
    const groups = Map.groupBy(records, ({ attributes, messageId }) => attributes.MessageGroupId ?? messageId)
    const failures = new Map<SQSRecord, unknown>()
    const inGroup: Work = record => work(record, startedAt)
    await Promise.all(
      [...groups.values()].map(async group => {
        const later = await processGroup(group, inGroup, failures)
        if (later && queueUrl) await postpone(queueUrl(), later)
      }),
    )
    return records.map(record =>
      failures.has(record)
        ? { status: 'rejected', reason: failures.get(record) }
        : { status: 'fulfilled', value: undefined },
    )
  })

type Later = { records: SQSRecord[]; seconds: number }

/**
 * Processes one group, and records the messages that failed or were held back, and why. Returns
 * those that come later.
 */
async function processGroup(
  records: SQSRecord[],
  work: Work,
  failures: Map<SQSRecord, unknown>,
): Promise<Later | undefined> {
  for (const [position, record] of records.entries()) {
    try {
      await work(record)
    } catch (error) {
      failures.set(record, error)
      const hopeless = error instanceof Unreadable || isUnstorable(error)
      const isEarly = Number(record.attributes.ApproximateReceiveCount ?? 1) <= MAX_RECEIVES
      const comesLater = error instanceof ComesLater
      const holds = !hopeless && (isEarly || comesLater || isAway(error))
      if (!holds) continue
      for (const behind of records.slice(position + 1)) failures.set(behind, new HeldBack())
      return comesLater ? { records: records.slice(position), seconds: error.seconds } : undefined
    }
  }
  return undefined
}

/** Makes messages visible again after a time; without that the queue's own timeout does it. */
async function postpone(queueUrl: string, { records, seconds }: Later): Promise<void> {
  for (const { receiptHandle } of records)
    await comeAgain(queueUrl, receiptHandle, seconds).catch((error: Error) =>
      logger.warn('a message waits for its queue', { error }),
    )
}
