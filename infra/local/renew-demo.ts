import { DynamoDBClient, UpdateItemCommand } from '@aws-sdk/client-dynamodb'
import { CREDENTIALS, REGION } from './aws-names.ts'
import type { Cloud } from './start-cloud.ts'

const YEAR_MS = 365 * 86_400_000

/** Sets the demo company's due date a year ahead: nobody pays for it, and data that was kept must still open after a trial's days. */
export async function renewDemo(cloud: Pick<Cloud, 'endpoints' | 'tableName'>, companyId: string): Promise<void> {
  const client = new DynamoDBClient({
    region: REGION,
    credentials: CREDENTIALS,
    endpoint: cloud.endpoints.dynamodb,
  })
  try {
    await client.send(
      new UpdateItemCommand({
        TableName: cloud.tableName,
        Key: { pk: { S: `${companyId}#company` }, sk: { S: 'company' } },
        ConditionExpression: 'attribute_exists(pk)',
        UpdateExpression: 'SET dueDate = :dueDate REMOVE trialExpiration',
        ExpressionAttributeValues: { ':dueDate': { S: new Date(Date.now() + YEAR_MS).toISOString() } },
      }),
    )
  } finally {
    client.destroy()
  }
}
