import { BatchGetCommand, type BatchGetCommandInput } from '@aws-sdk/lib-dynamodb'
import { documentClient, tableName } from './client.ts'

type Keys = NonNullable<BatchGetCommandInput['RequestItems']>

/**
 * Runs a batch read as ElectroDB builds it and answers the items that exist as they are in the table, keys included, in no
 * order. What a throttled table leaves out is asked for again.
 */
export async function batchItems<Item extends object>(read: {
  params: (options: { table: string }) => unknown
}): Promise<Item[]> {
  const requests = read.params({ table: tableName() }) as { RequestItems: Keys }[]
  return (await Promise.all(requests.map(({ RequestItems }) => readAll<Item>(RequestItems)))).flat()
}

async function readAll<Item>(wanted: Keys): Promise<Item[]> {
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
