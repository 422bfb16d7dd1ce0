import { DynamoDBClient, GetItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb'
import { CREDENTIALS, REGION } from '../local/aws-names.ts'
import type { Cloud } from '../local/cloud-options.ts'
import type { Demo } from './seed-demo.ts'

const YEAR_MS = 365 * 86_400_000

/**
 * Does for the demo company what no call of the API does: moves its due date a year ahead, since
 * nobody pays for it and kept data must open after the trial too; takes the addresses of its people
 * as confirmed, since they are nobody's; and makes one of its admins a super user.
 */
export async function renewDemo(
  { endpoints, tableName: TableName }: Pick<Cloud, 'endpoints' | 'tableName'>,
  { company, users }: Demo,
): Promise<void> {
  const client = new DynamoDBClient({ region: REGION, credentials: CREDENTIALS, endpoint: endpoints.dynamodb })
  try {
    await client.send(
      new UpdateItemCommand({
        TableName,
        Key: { pk: { S: `${company.id}#company` }, sk: { S: 'company' } },
        ConditionExpression: 'attribute_exists(pk)',
        UpdateExpression: 'SET dueDate = :dueDate REMOVE trialExpiration',
        ExpressionAttributeValues: { ':dueDate': { S: new Date(Date.now() + YEAR_MS).toISOString() } },
      }),
    )
    for (const { email, super: isSuper } of users) {
      const Key = { pk: { S: `system#email#${email}` }, sk: { S: 'email' } }
      const { Item } = await client.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }))
      // Somebody may have deleted the user or given it another address.
      if (!Item?.userId?.S) continue
      await client.send(
        new UpdateItemCommand({
          TableName,
          Key: { pk: { S: `${company.id}#user` }, sk: { S: `user#${Item.userId.S}` } },
          ConditionExpression: 'attribute_exists(pk)',
          UpdateExpression: `${isSuper ? 'SET #super = :yes ' : ''}REMOVE unconfirmed`,
          ...(isSuper
            ? { ExpressionAttributeNames: { '#super': 'super' }, ExpressionAttributeValues: { ':yes': { BOOL: true } } }
            : {}),
        }),
      )
    }
  } finally {
    client.destroy()
  }
}
