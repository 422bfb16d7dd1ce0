import {
  CreateTableCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb'

/**
 * A table like the one all tests share, for a test file whose rows would be in everybody's way. To
 * be called before anything of the product was: it reads its configuration once.
 * @returns deletes it
 */
export async function openOwnTable(): Promise<() => Promise<void>> {
  const client = new DynamoDBClient()
  const shared = process.env.TABLE_NAME!
  const { Table } = await client.send(new DescribeTableCommand({ TableName: shared }))
  const TableName = `${shared}-${crypto.randomUUID().slice(0, 8)}`
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: Table!.AttributeDefinitions,
      KeySchema: Table!.KeySchema,
      GlobalSecondaryIndexes: Table!.GlobalSecondaryIndexes?.map(({ IndexName, KeySchema, Projection }) => ({
        IndexName,
        KeySchema,
        Projection,
      })),
    }),
  )
  await waitUntilTableExists({ client, maxWaitTime: 60, minDelay: 1, maxDelay: 2 }, { TableName })
  process.env.TABLE_NAME = TableName
  return async () => {
    await client.send(new DeleteTableCommand({ TableName }))
  }
}
