/** How much there is in the whole installation: what super users see. Half a read unit per about 20 companies or connections. */
import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import { SHARDS } from '@balcao/shared/rules/shard.ts'
import { keys } from '@balcao/shared/table.ts'
import { documentClient, tableName } from '../table/client.ts'
import { COMPANY_NAMES } from '../table/unique.ts'

async function countRows(partition: string, prefix: string): Promise<number> {
  let count = 0
  let from: Record<string, unknown> | undefined
  do {
    const { Count = 0, LastEvaluatedKey } = await documentClient().send(
      new QueryCommand({
        TableName: tableName(),
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
        ExpressionAttributeValues: { ':pk': partition, ':sk': prefix },
        Select: 'COUNT',
        ...(from ? { ExclusiveStartKey: from } : {}),
      }),
    )
    count += Count
    from = LastEvaluatedKey
  } while (from)
  return count
}

/** Every company, for what is done to all of them by hand. */
export async function listCompanyIds(): Promise<string[]> {
  const ids: string[] = []
  let from: Record<string, unknown> | undefined
  do {
    const { Items = [], LastEvaluatedKey } = await documentClient().send(
      new QueryCommand({
        TableName: tableName(),
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
        ExpressionAttributeValues: { ':pk': COMPANY_NAMES.pk, ':sk': COMPANY_NAMES.prefix },
        ProjectionExpression: 'companyId',
        ...(from ? { ExclusiveStartKey: from } : {}),
      }),
    )
    ids.push(...Items.map(({ companyId }) => String(companyId)))
    from = LastEvaluatedKey
  } while (from)
  return ids
}

/** A page of the companies, by name: those whose name comes behind `after`, and the last of these names; null at the end. */
export async function companiesAfter(after: string, limit: number): Promise<{ ids: string[]; last: string | null }> {
  const { Items = [], LastEvaluatedKey } = await documentClient().send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: 'pk = :pk AND sk > :sk',
      ExpressionAttributeValues: { ':pk': COMPANY_NAMES.pk, ':sk': `${COMPANY_NAMES.prefix}${after}` },
      ProjectionExpression: 'companyId, sk',
      Limit: limit,
    }),
  )
  const last = LastEvaluatedKey && String(LastEvaluatedKey.sk).slice(COMPANY_NAMES.prefix.length)
  return { ids: Items.map(({ companyId }) => String(companyId)), last: last ?? null }
}

/** Each has its name to itself. */
export const countCompanies = (): Promise<number> => countRows(COMPANY_NAMES.pk, COMPANY_NAMES.prefix)

/** Each is registered with a shard of the session hosts. */
export async function countConnections(): Promise<number> {
  const shards = Array.from({ length: SHARDS }, (_, shard) => keys.shardRegistry(shard))
  const counts = await Promise.all(shards.map(({ pk, skPrefix }) => countRows(pk, skPrefix)))
  return counts.reduce((sum, count) => sum + count, 0)
}
