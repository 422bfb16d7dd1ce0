import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import { SYSTEM } from '@balcao/shared/table.ts'
import { documentClient, tableName } from './client.ts'
import type { TableKey } from './keys.ts'

/** Rows of one look: a whole megabyte at once keeps the local engine from everybody else for as long as it takes. */
const AT_ONCE = 100

/**
 * The keys of a company's rows among the next ones of the whole table: its partitions, and the rows of the installation that name it.
 * Some 128 read units a megabyte, twice that when consistent, whatever is found. Never for a call: only jobs look for everything of a
 * company, since no list of partitions is as sure to be complete as the table itself.
 * @returns where the next look goes on; null at the end of the table
 */
export async function scanForCompany(
  companyId: string,
  from: TableKey | null,
  consistent: boolean,
): Promise<{ keys: TableKey[]; next: TableKey | null }> {
  const { Items = [], LastEvaluatedKey } = await documentClient().send(
    new ScanCommand({
      TableName: tableName(),
      Limit: AT_ONCE,
      FilterExpression:
        'begins_with(pk, :rows) OR (begins_with(pk, :system) AND (companyId = :company OR contains(sk, :company)))',
      ExpressionAttributeValues: { ':rows': `${companyId}#`, ':system': `${SYSTEM}#`, ':company': companyId },
      // The function's role lets it see no more.
      Select: 'SPECIFIC_ATTRIBUTES',
      ProjectionExpression: 'pk, sk',
      ConsistentRead: consistent,
      ...(from ? { ExclusiveStartKey: from } : {}),
    }),
  )
  return { keys: Items as TableKey[], next: (LastEvaluatedKey as TableKey | undefined) ?? null }
}
