import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb'
import { documentClient, tableName } from './client.ts'

type Buildable = { params: (options: { table: string; order: 'asc' | 'desc'; limit: number }) => object }

/**
 * Runs a query as ElectroDB builds it and answers the items as they are in the table, keys included, unless told otherwise
 * newest or highest first and whole. For the lists everybody looks at all day: ElectroDB's reading of each row costs as much as the rest of the call.
 */
export async function queryItems<Item extends object>(
  query: Buildable,
  limit: number,
  { order = 'desc', attributes }: { order?: 'asc' | 'desc'; attributes?: readonly string[] } = {},
): Promise<Item[]> {
  const params = query.params({ table: tableName(), order, limit }) as QueryCommandInput
  const names = attributes && {
    ProjectionExpression: attributes.map(name => `#only_${name}`).join(),
    ExpressionAttributeNames: {
      ...params.ExpressionAttributeNames,
      ...Object.fromEntries(attributes.map(name => [`#only_${name}`, name])),
    },
  }
  const { Items = [] } = await documentClient().send(new QueryCommand({ ...params, ...names }))
  return Items as Item[]
}
