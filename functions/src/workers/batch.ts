import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import type { z } from 'zod'
import { logger } from '../http/logger.ts'

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

/**
 * How often a message that fails holds back the rest of its group. After that it is on its own way to the dead letters;
 * those behind it, which were handed out with it each time, would be dead letters with it.
 */
const PATIENCE = 3

/**
 * Works through a batch of a FIFO queue: groups beside each other, within a group in order. When a message fails, the
 * rest of its group is reported as failed too without being tried, so that nothing overtakes it; a message that keeps
 * failing ends in the dead-letter queue by the queue's own count.
 */
export async function eachInOrder(
  event: SQSEvent,
  work: (record: SQSRecord) => Promise<void>,
): Promise<SQSBatchResponse> {
  const groups = new Map<string, SQSRecord[]>()
  for (const record of event.Records) {
    const group = record.attributes.MessageGroupId ?? record.messageId
    groups.set(group, [...(groups.get(group) ?? []), record])
  }
  const failed = await Promise.all([...groups.values()].map(records => throughGroup(records, work)))
  return { batchItemFailures: failed.flat().map(({ messageId }) => ({ itemIdentifier: messageId })) }
}

/** Answers the messages that failed, with those that were held back. */
async function throughGroup(records: SQSRecord[], work: (record: SQSRecord) => Promise<void>): Promise<SQSRecord[]> {
  const failed: SQSRecord[] = []
  for (const [position, record] of records.entries()) {
    try {
      await work(record)
    } catch (error) {
      const { messageId, attributes } = record
      logger.error('message failed', { messageId, error: error as Error })
      failed.push(record)
      const hopeless = error instanceof Unreadable || isUnstorable(error)
      const holds = !hopeless && Number(attributes.ApproximateReceiveCount ?? 1) <= PATIENCE
      if (holds) return [...failed, ...records.slice(position + 1)]
    }
  }
  return failed
}

/** Works through a batch of a standard queue; what fails comes again. */
export async function eachAlone(
  event: SQSEvent,
  work: (record: SQSRecord) => Promise<void>,
): Promise<SQSBatchResponse> {
  const results = await Promise.allSettled(event.Records.map(async record => work(record)))
  return {
    batchItemFailures: results.flatMap((result, i) => {
      if (result.status === 'fulfilled') return []
      const { messageId } = event.Records[i]!
      logger.error('message failed', { messageId, error: result.reason as Error })
      return [{ itemIdentifier: messageId }]
    }),
  }
}
