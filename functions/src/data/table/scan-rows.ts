import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import { SYSTEM } from '@balcao/shared/table.ts'
import { documentClient, tableName } from './client.ts'
import type { TableKey } from './keys.ts'

/**
 * Number of rows per scan call: a whole megabyte at once blocks the local engine for all other
 * callers meanwhile.
 */
const BATCH_SIZE = 100

/**
 * Scans the next rows of the whole table and returns the keys of a company's rows: its partitions,
 * and the rows of the installation that name it. Costs about 128 read units per megabyte, twice
 * that if consistent, whatever is found. Not for API calls: only jobs look for all rows of a
 * company, since no list of partitions is as certain to be complete as the table itself.
 * @returns position from which the next scan continues; null at the end of the table
 */
export async function scanForCompany(
  companyId: string,
  from: TableKey | null,
  consistent: boolean,
): Promise<{ keys: TableKey[]; next: TableKey | null }> {
  const { Items = [], LastEvaluatedKey } = await documentClient().send(
    new ScanCommand({
      TableName: tableName(),
      Limit: BATCH_SIZE,
      FilterExpression:
        'begins_with(pk, :rows) OR (begins_with(pk, :system) AND (companyId = :company OR contains(sk, :company)))',
      ExpressionAttributeValues: { ':rows': `${companyId}#`, ':system': `${SYSTEM}#`, ':company': companyId },
      // The function's role permits reading only these attributes.
      Select: 'SPECIFIC_ATTRIBUTES',
      ProjectionExpression: 'pk, sk',
      ConsistentRead: consistent,
      ...(from ? { ExclusiveStartKey: from } : {}),
    }),
  )
  return { keys: Items as TableKey[], next: (LastEvaluatedKey as TableKey | undefined) ?? null }
}
