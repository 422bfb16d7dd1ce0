import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb'
import { documentClient, tableName } from './client.ts'
import { projection } from './projection.ts'

type Buildable = { params: (options: { table: string; order: 'asc' | 'desc'; limit: number }) => object }

/**
 * Runs a query as ElectroDB builds it and answers these attributes of the items as they are in the table, unless told otherwise
 * newest or highest first. For the lists everybody looks at all day: ElectroDB's reading of each row costs as much as the rest of the call.
 */
export async function queryItems<Item extends object>(
  query: Buildable,
  limit: number,
  { attributes, order = 'desc' }: { attributes: readonly string[]; order?: 'asc' | 'desc' },
): Promise<Item[]> {
  const params = query.params({ table: tableName(), order, limit }) as QueryCommandInput
  const only = projection(attributes)
  const ExpressionAttributeNames = { ...params.ExpressionAttributeNames, ...only.ExpressionAttributeNames }
  const { Items = [] } = await documentClient().send(new QueryCommand({ ...params, ...only, ExpressionAttributeNames }))
  return Items as Item[]
}
