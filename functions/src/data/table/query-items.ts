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

/** Number of rows read at once by `everyItem`. */
const A_PAGE = 500

/** Yields every item that a query finds, page by page, in its order. */
export async function* everyItem(
  query: Buildable,
  { consistent = false, order = 'asc' }: { consistent?: boolean; order?: 'asc' | 'desc' } = {},
): AsyncGenerator<Record<string, unknown>> {
  const params = query.params({ table: tableName(), order, limit: A_PAGE }) as QueryCommandInput
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
