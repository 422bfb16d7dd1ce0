/**
 * Deletes the credentials and Signal keys of a connection, which the session host writes, when the
 * connection is deleted.
 */
import { BatchWriteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { keys } from '@balcao/shared/table.ts'
import { documentClient, tableName } from '../table/client.ts'

const BATCH = 25

/** Deletes the rows of a connection; idempotent. */
export async function removeAuthRows(companyId: string, connectionId: string): Promise<void> {
  for (;;) {
    const { Items = [] } = await documentClient().send(
      new QueryCommand({
        TableName: tableName(),
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': keys.auth(companyId, connectionId).pk },
        ProjectionExpression: 'pk, sk',
        Limit: BATCH,
      }),
    )
    if (Items.length === 0) return
    // Rows that a throttled table leaves out are found by the next query.
    await documentClient().send(
      new BatchWriteCommand({
        RequestItems: { [tableName()]: Items.map(Key => ({ DeleteRequest: { Key } })) },
      }),
    )
  }
}
