import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb'
import { documentClient, tableName } from './client.ts'
import type { TableKey } from './entity.ts'

/** What DynamoDB takes in one batch of writes. */
const MOST_WRITES = 25

/** Removes items by their keys, each named once; those that are gone already are no error. What a throttled table leaves is asked for again. */
export async function removeItems(keys: readonly TableKey[]): Promise<void> {
  for (let i = 0; i < keys.length; i += MOST_WRITES) await removeBatch(keys.slice(i, i + MOST_WRITES))
}

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
