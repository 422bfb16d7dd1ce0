import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import sqsPartialBatchFailure from '@middy/sqs-partial-batch-failure'
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import type { z } from 'zod'
import { handlerChain } from '../handler-chain.ts'
import { logger } from '../http/logger.ts'
import { comeAgain } from '../integrations/sqs.ts'

/** A message that will never be understood. Nothing depends on it, so nothing has to wait for it. */
class Unreadable extends Error {}

/** The body of a message as `schema` knows it. */
export function read<T extends z.ZodType>(schema: T, { body }: SQSRecord): z.output<T> {
  try {
    return schema.parse(JSON.parse(body))
  } catch (cause) {
    throw new Unreadable('the message cannot be read', { cause })
  }
}

/** DynamoDB's word for what it will never store, whoever asks however often: too large, not UTF-8, not an item. */
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

const UNREACHED = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)/
const LATER = /Timeout|Throttl|LimitExceeded|ThroughputExceeded|Unavailable|TransactionConflict/

/**
 * A service of AWS, whose SDK marks its errors, did not answer, or says that it is not the call's fault: what is behind the message would meet
 * the same. Of a foreign host that is silent nobody knows it.
 */
function isAway(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code, $fault, $metadata, name } = cause as Error & Record<'code' | '$fault' | '$metadata', unknown>
    if ($metadata && ($fault === 'server' || UNREACHED.test(String(code)) || LATER.test(name))) return true
  }
  return false
}

/**
 * How often a message that fails by itself holds back the rest of its group. After that it is on its own way to the dead letters;
 * those behind it, which were handed out with it each time, would be dead letters with it.
 */
const PATIENCE = 3

/** Why a message failed that was not tried. */
class HeldBack extends Error {}

type Work = (record: SQSRecord) => Promise<void>
type Worker = (event: SQSEvent) => Promise<SQSBatchResponse>

/**
 * The handler of a queue's function. Which messages failed is answered by middy's middleware from what became of each, in
 * the order they came; the others are gone from the queue.
 */
const worker = (through: (records: SQSRecord[]) => Promise<PromiseSettledResult<void>[]>): Worker =>
  handlerChain([sqsPartialBatchFailure({ logger: logFailure })], (event: SQSEvent) => through(event.Records))

function logFailure(error: unknown, { messageId }: SQSRecord): void {
  if (!(error instanceof HeldBack)) logger.error('message failed', { messageId, error: error as Error })
}

/** Works through batches of a standard queue; what fails comes again. */
export const eachAlone = (work: Work): Worker =>
  worker(records => Promise.allSettled(records.map(async record => work(record))))

/** Seconds until a message that failed comes again, and by how much longer that is the next time. */
const FIRST_AGAIN = 4
const LONGER = 3

/**
 * Work of a standard queue for which somebody waits: who fails, of a table that is away for a moment for example, tries again in
 * seconds, the first `times` times. How long the queue itself hides a message is for those who died, and for what lasts.
 */
export const soonAgain =
  (queueUrl: () => string, times: number, work: Work): Work =>
  async record => {
    try {
      await work(record)
    } catch (error) {
      const failed = Number(record.attributes.ApproximateReceiveCount ?? 1)
      // Should the queue be away too, it comes when the queue has it come.
      if (failed <= times)
        await comeAgain(queueUrl(), record.receiptHandle, FIRST_AGAIN * LONGER ** (failed - 1)).catch(() => undefined)
      throw error
    }
  }

/**
 * Works through batches of a FIFO queue: groups beside each other, within a group in order. When a message fails, the
 * rest of its group is reported as failed too without being tried, so that nothing overtakes it; a message that keeps
 * failing ends in the dead-letter queue by the queue's own count.
 */
export const eachInOrder = (work: Work): Worker =>
  worker(async records => {
    const groups = Map.groupBy(records, ({ attributes, messageId }) => attributes.MessageGroupId ?? messageId)
    const failures = new Map<SQSRecord, unknown>()
    await Promise.all([...groups.values()].map(group => throughGroup(group, work, failures)))
    return records.map(record =>
      failures.has(record)
        ? { status: 'rejected', reason: failures.get(record) }
        : { status: 'fulfilled', value: undefined },
    )
  })

/** Notes the messages that failed, with those that were held back, and why. */
async function throughGroup(records: SQSRecord[], work: Work, failures: Map<SQSRecord, unknown>): Promise<void> {
  for (const [position, record] of records.entries()) {
    try {
      await work(record)
    } catch (error) {
      failures.set(record, error)
      const hopeless = error instanceof Unreadable || isUnstorable(error)
      const isPatient = Number(record.attributes.ApproximateReceiveCount ?? 1) <= PATIENCE
      const holds = !hopeless && (isPatient || isAway(error))
      if (!holds) continue
      for (const behind of records.slice(position + 1)) failures.set(behind, new HeldBack())
      return
    }
  }
}
