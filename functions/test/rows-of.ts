import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll } from 'vitest'
import { tableName } from '../src/data/table/client.ts'
import { openOwnTable } from './own-table.ts'

// Each look reads the whole table, so a file that looks has one of its own: in that of all tests it
// took longer than what is tested.
afterAll(await openOwnTable())

/** The product's own client knows no scan. */
const scanner = DynamoDBDocumentClient.from(new DynamoDBClient())

/** Every row of a company as it is, in the order of the keys. */
export async function rowsOf(companyId: string): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = []
  let from: Record<string, unknown> | undefined
  do {
    const page = await scanner.send(
      new ScanCommand({
        TableName: tableName(),
        FilterExpression: 'begins_with(pk, :company)',
        ExpressionAttributeValues: { ':company': `${companyId}#` },
        ConsistentRead: true,
        ...(from ? { ExclusiveStartKey: from } : {}),
      }),
    )
    rows.push(...(page.Items ?? []))
    from = page.LastEvaluatedKey
  } while (from)
  return rows.sort((a, b) => `${a.pk}|${a.sk}`.localeCompare(`${b.pk}|${b.sk}`))
}
