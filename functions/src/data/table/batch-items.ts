import { BatchGetCommand, type BatchGetCommandInput } from '@aws-sdk/lib-dynamodb'
import { documentClient, tableName } from './client.ts'
import { projection } from './projection.ts'

type Keys = NonNullable<BatchGetCommandInput['RequestItems']>

/**
 * Runs a batch read as ElectroDB builds it and answers the items that exist as they are in the table, in no order.
 * @param attributes what is read of each, by name
 */
export async function batchItems<Item extends object>(
  read: { params: (options: { table: string }) => unknown },
  attributes: readonly string[],
): Promise<Item[]> {
  const requests = read.params({ table: tableName() }) as { RequestItems: Keys }[]
  const only = projection(attributes)
  const found = requests.map(({ RequestItems }) => {
    const wanted = Object.entries(RequestItems).map(([table, { Keys }]) => [table, { Keys, ...only }])
    return readAll<Item>(Object.fromEntries(wanted) as Keys)
  })
  return (await Promise.all(found)).flat()
}

/** Runs a batch read as DynamoDB takes it. What a throttled table leaves out is asked for again. */
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
