import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb'
import { documentClient, tableName } from './client.ts'
import type { TableKey } from './entity.ts'

/** What DynamoDB takes in one batch write. */
const BATCH = 25

/** Deletes the rows with these keys, each named once, whatever they are by now, in their order. A write unit a row and one for each of its index entries. */
export async function removeKeys(keys: readonly TableKey[]): Promise<void> {
  for (let i = 0; i < keys.length; i += BATCH) await removeBatch(keys.slice(i, i + BATCH))
}

/** What a throttled table leaves is asked for again. */
async function removeBatch(keys: readonly TableKey[]): Promise<void> {
  let requests = keys.map(Key => ({ DeleteRequest: { Key } }))
  for (let attempt = 0; requests.length > 0; attempt++) {
    if (attempt > 0) await new Promise(resolve => setTimeout(resolve, 50 * 2 ** Math.min(attempt, 6)))
    const { UnprocessedItems = {} } = await documentClient().send(
      new BatchWriteCommand({ RequestItems: { [tableName()]: requests } }),
    )
    requests = (UnprocessedItems[tableName()] ?? []) as typeof requests
  }
}
