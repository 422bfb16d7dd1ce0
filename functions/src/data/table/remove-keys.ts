import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb'
import { documentClient, tableName } from './client.ts'
import type { TableKey } from './keys.ts'
import { type Buildable, everyItem } from './query-items.ts'
import { remove, transact } from './transact.ts'

/** Maximum number of writes in DynamoDB's batch write. */
const BATCH = 25

/**
 * Deletes the rows with these keys, each named once, whatever they contain by now, in their order.
 * Costs one write unit per row and one for each of its index entries.
 */
export async function removeKeys(keys: readonly TableKey[]): Promise<void> {
  for (let i = 0; i < keys.length; i += BATCH) await removeBatch(keys.slice(i, i + BATCH))
}

/** Deletes the rows that a query of the table finds. */
export async function removePartition(query: Buildable): Promise<void> {
  const keys: TableKey[] = []
  for await (const item of everyItem(query, { attributes: ['pk', 'sk'] })) keys.push(item as TableKey)
  await removeKeys(keys)
}

/** Deletes one batch, and retries the keys that a throttled table left out. */
async function removeBatch(keys: readonly TableKey[]): Promise<void> {
  let requests = keys.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } }))
  for (let attempt = 0; requests.length > 0; attempt++) {
    if (attempt > 0) await new Promise(resolve => setTimeout(resolve, 50 * 2 ** Math.min(attempt, 6)))
    const { UnprocessedItems = {} } = await documentClient().send(
      new BatchWriteCommand({ RequestItems: { [tableName()]: requests } }),
    )
    requests = (UnprocessedItems[tableName()] ?? []) as typeof requests
  }
}

/**
 * Deletes the rows with these keys (at most a hundred, each named once) in one transaction. This
 * costs two write units per row instead of one, but the table waits for its disk once instead of
 * once per row, which delays other callers less.
 */
export const removeTogether = (keys: readonly TableKey[]): Promise<void> =>
  keys.length === 0
    ? Promise.resolve()
    : transact(keys.map(({ pk, sk }) => remove('row', { TableName: tableName(), Key: { pk, sk } })))
