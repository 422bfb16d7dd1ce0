import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { documentClient, tableName } from './client.ts'
import type { TableKey } from './keys.ts'

/** Reads one item and returns it as it is in the table; undefined if it does not exist. */
export async function getItem({ pk, sk }: TableKey, consistent: boolean): Promise<Record<string, unknown> | undefined> {
  const command = new GetCommand({ TableName: tableName(), Key: { pk, sk }, ConsistentRead: consistent })
  return (await documentClient().send(command)).Item
}
