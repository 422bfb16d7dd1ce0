import { GetCommand, type GetCommandInput } from '@aws-sdk/lib-dynamodb'
import { documentClient, tableName } from './client.ts'

type Buildable = { params: (options: { table: string; consistent: boolean }) => object }

/** Runs a read of one item as ElectroDB builds it and answers the item as it is in the table; undefined when there is none. */
export async function getItem(read: Buildable, consistent: boolean): Promise<Record<string, unknown> | undefined> {
  const params = read.params({ table: tableName(), consistent })
  return (await documentClient().send(new GetCommand(params as GetCommandInput))).Item
}
