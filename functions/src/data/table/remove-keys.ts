import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb'
import { documentClient, tableName } from './client.ts'
import type { TableKey } from './keys.ts'
import { remove, transact } from './transact.ts'

/** What DynamoDB takes in one batch write. */
const BATCH = 25

/** Deletes the rows with these keys, each named once, whatever they are by now, in their order. A write unit a row and one for each of its index entries. */
export async function removeKeys(keys: readonly TableKey[]): Promise<void> {
  for (let i = 0; i < keys.length; i += BATCH) await removeBatch(keys.slice(i, i + BATCH))
}

/** What a throttled table leaves is asked for again. */
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
 * Deletes the rows with these keys, a hundred at most, each named once, in one transaction: two write units a row in place of one, and the table
 * waits for its disk once in place of once a row, which is what others wait for who share it.
 */
export const removeTogether = (keys: readonly TableKey[]): Promise<void> =>
  keys.length === 0
    ? Promise.resolve()
    : transact(keys.map(({ pk, sk }) => remove('row', { TableName: tableName(), Key: { pk, sk } })))
