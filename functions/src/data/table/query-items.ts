import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb'
import { documentClient, tableName } from './client.ts'
import { projection } from './projection.ts'

export type Buildable = { params: (options: { table: string; order: 'asc' | 'desc'; limit: number }) => object }

/**
 * Maximum number of a query's pages, each of at most 1 MB: more rows would not fit into an answer.
 */
const MAX_PAGES = 3

/**
 * Runs a query and returns these attributes of the items as stored, newest or highest first by
 * default. Fewer items than `limit` means that there are no more, unless `more` says that the query
 * stopped because of their size.
 */
export async function queryItems<Item extends object>(
  query: Buildable,
  limit: number,
  {
    attributes,
    order = 'desc',
    consistent = false,
  }: { attributes: readonly string[]; order?: 'asc' | 'desc'; consistent?: boolean },
): Promise<{ items: Item[]; more: boolean }> {
  const params = query.params({ table: tableName(), order, limit }) as QueryCommandInput
  const only = projection(attributes)
  const ExpressionAttributeNames = { ...params.ExpressionAttributeNames, ...only.ExpressionAttributeNames }
  const items: Item[] = []
  let from: Record<string, unknown> | undefined
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const { Items = [], LastEvaluatedKey } = await documentClient().send(
      new QueryCommand({
        ...params,
        ...only,
        ExpressionAttributeNames,
        Limit: limit - items.length,
        ...(consistent ? { ConsistentRead: true } : {}),
        ...(from ? { ExclusiveStartKey: from } : {}),
      }),
    )
    items.push(...(Items as Item[]))
    if (!LastEvaluatedKey || items.length >= limit) return { items, more: false }
    from = LastEvaluatedKey
  }
  return { items, more: true }
}

/** Counts the items that a query finds, whatever their number. */
export async function countItems(query: Buildable, { consistent = false } = {}): Promise<number> {
  const { Limit: _, ...params } = query.params({ table: tableName(), order: 'asc', limit: 1 }) as QueryCommandInput
  const whole: QueryCommandInput = { ...params, Select: 'COUNT', ConsistentRead: consistent }
  let count = 0
  let from: Record<string, unknown> | undefined
  do {
    const { Count = 0, LastEvaluatedKey } = await documentClient().send(
      new QueryCommand({ ...whole, ...(from ? { ExclusiveStartKey: from } : {}) }),
    )
    count += Count
    from = LastEvaluatedKey
  } while (from)
  return count
}

/** Number of rows read at once by `everyItem`. */
const A_PAGE = 500

/**
 * Yields every item that a query finds, page by page, in its order.
 * @param options.attributes names of the attributes to read, by default all
 */
export async function* everyItem(
  query: Buildable,
  {
    attributes,
    consistent = false,
    order = 'asc',
    limit = A_PAGE,
  }: { attributes?: readonly string[]; consistent?: boolean; order?: 'asc' | 'desc'; limit?: number } = {},
): AsyncGenerator<Record<string, unknown>> {
  const whole = query.params({ table: tableName(), order, limit }) as QueryCommandInput
  const only = attributes && projection(attributes)
  const params = only
    ? {
        ...whole,
        ...only,
        ExpressionAttributeNames: { ...whole.ExpressionAttributeNames, ...only.ExpressionAttributeNames },
      }
    : whole
  let from: Record<string, unknown> | undefined
  do {
    const { Items = [], LastEvaluatedKey } = await documentClient().send(
      new QueryCommand({
        ...params,
        ...(consistent ? { ConsistentRead: true } : {}),
        ...(from ? { ExclusiveStartKey: from } : {}),
      }),
    )
    yield* Items
    from = LastEvaluatedKey
  } while (from)
}
