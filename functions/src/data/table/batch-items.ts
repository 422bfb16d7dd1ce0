import { BatchGetCommand, type BatchGetCommandInput, BatchWriteCommand } from '@aws-sdk/lib-dynamodb'
import { documentClient, tableName } from './client.ts'
import type { TableKey } from './keys.ts'
import { projection } from './projection.ts'

type Keys = NonNullable<BatchGetCommandInput['RequestItems']>

/** Maximum number of keys in DynamoDB's batch read. */
const MAX_KEYS = 100

/**
 * Reads the items with these keys, each named once, and returns those that exist as they are in the
 * table, in no order.
 * @param attributes names of the attributes to read
 */
export async function batchItems<Item extends object>(
  keys: readonly TableKey[],
  attributes: readonly string[],
  consistent = false,
): Promise<Item[]> {
  const only = projection(attributes)
  const reads: Promise<Item[]>[] = []
  for (let i = 0; i < keys.length; i += MAX_KEYS)
    reads.push(
      readAll<Item>({
        [tableName()]: { Keys: keys.slice(i, i + MAX_KEYS), ...only, ...(consistent ? { ConsistentRead: true } : {}) },
      }),
    )
  return (await Promise.all(reads)).flat()
}

/**
 * Reads the rows with these ids that exist, by id; an id may occur twice. Costs half a read unit
 * per 4 KB of each, twice that if consistent.
 * @param attributes names of the attributes to read
 */
export async function rowsById<Row extends { id: string }>(
  ids: readonly string[],
  keyOf: (id: string) => TableKey,
  attributes: readonly string[],
  toRow: (item: object) => Row,
  consistent = false,
): Promise<Map<string, Row>> {
  const items = await batchItems([...new Set(ids)].map(keyOf), attributes, consistent)
  return new Map(items.map(toRow).map(row => [row.id, row]))
}

/** Maximum number of writes in DynamoDB's batch write. */
const MAX_WRITES = 25

type BatchWrite = { PutRequest: { Item: Record<string, unknown> } }

/**
 * Puts items without conditions, 25 per call, and retries those that a throttled table left out.
 */
export async function writeItems(writes: readonly BatchWrite[]): Promise<void> {
  for (let i = 0; i < writes.length; i += MAX_WRITES) {
    let left = writes.slice(i, i + MAX_WRITES)
    for (let attempt = 0; left.length > 0; attempt++) {
      if (attempt > 0) await new Promise(resolve => setTimeout(resolve, 50 * 2 ** Math.min(attempt, 6)))
      const { UnprocessedItems = {} } = await documentClient().send(
        new BatchWriteCommand({ RequestItems: { [tableName()]: left } }),
      )
      left = (UnprocessedItems[tableName()] ?? []) as BatchWrite[]
    }
  }
}

/** Runs a batch read in DynamoDB's form, and retries the keys that a throttled table left out. */
export async function readAll<Item>(wanted: Keys): Promise<Item[]> {
  const items: Item[] = []
  let left: Keys | undefined = wanted
  for (let attempt = 0; left && Object.keys(left).length > 0; attempt++) {
    if (attempt > 0) await new Promise(resolve => setTimeout(resolve, 20 * 2 ** Math.min(attempt, 6)))
    const { Responses = {}, UnprocessedKeys }: { Responses?: Record<string, object[]>; UnprocessedKeys?: Keys } =
      await documentClient().send(new BatchGetCommand({ RequestItems: left }))
    items.push(...((Responses[tableName()] ?? []) as Item[]))
    left = UnprocessedKeys
  }
  return items
}
