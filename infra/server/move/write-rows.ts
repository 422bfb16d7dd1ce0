import { setTimeout as sleep } from 'node:timers/promises'
import { BatchGetItemCommand, BatchWriteItemCommand, type WriteRequest } from '@aws-sdk/client-dynamodb'
import { batchesOf } from '@balcao/functions/batches-of.ts'
import { inParts } from '@balcao/functions/in-parts.ts'
import { TABLE } from '@balcao/shared/table.ts'
import type { End } from './end.ts'
import type { Item } from './row-part.ts'

/** Maximum rows of a batch that writes, and of one that reads. */
const WRITE_BATCH = 25
const READ_BATCH = 100
/** Batches under way at a time. */
const PARALLEL = 4
/**
 * Times that DynamoDB may leave rows of a batch for later; the pauses add up to some two minutes.
 */
const ATTEMPTS = 30
const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 5000

/** Puts rows with their keys and returns once all are acknowledged. */
export const putRows = (end: End, items: readonly Item[]): Promise<void> =>
  writeAll(
    end,
    items.map(Item => ({ PutRequest: { Item } })),
  )

/** Deletes rows by their keys. */
export const deleteRows = (end: End, keys: readonly Item[]): Promise<void> =>
  writeAll(
    end,
    keys.map(Key => ({ DeleteRequest: { Key } })),
  )

async function writeAll(end: End, requests: readonly WriteRequest[]): Promise<void> {
  await inParts(batchesOf(requests, WRITE_BATCH), PARALLEL, async batch => {
    for (let left = batch, attempt = 1; left.length > 0; attempt++) {
      const { UnprocessedItems } = await end.dynamodb.send(
        new BatchWriteItemCommand({ RequestItems: { [end.tableName]: left } }),
      )
      left = UnprocessedItems?.[end.tableName] ?? []
      if (left.length > 0) await pauseBefore(attempt, 'writes')
    }
  })
}

/** Returns the key of a row. */
export const keyOf = (item: Item): Item => ({
  [TABLE.partitionKey]: item[TABLE.partitionKey]!,
  [TABLE.sortKey]: item[TABLE.sortKey]!,
})

/** Reads rows by their keys, consistently, in any order; missing ones are left out. */
export async function getRows(end: End, keys: readonly Item[]): Promise<Item[]> {
  const found: Item[] = []
  await inParts(batchesOf(keys, READ_BATCH), PARALLEL, async batch => {
    for (let left: Item[] = batch, attempt = 1; left.length > 0; attempt++) {
      const { Responses, UnprocessedKeys } = await end.dynamodb.send(
        new BatchGetItemCommand({ RequestItems: { [end.tableName]: { Keys: left, ConsistentRead: true } } }),
      )
      found.push(...(Responses?.[end.tableName] ?? []))
      left = UnprocessedKeys?.[end.tableName]?.Keys ?? []
      if (left.length > 0) await pauseBefore(attempt, 'reads')
    }
  })
  return found
}

async function pauseBefore(attempt: number, what: string): Promise<void> {
  if (attempt >= ATTEMPTS) throw new Error(`the table refuses ${what}: it is throttled for minutes. Start again later`)
  await sleep(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt) * (0.5 + Math.random() / 2))
}
