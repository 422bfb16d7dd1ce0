/**
 * Totals of the whole installation, for super users. Costs half a read unit per about 20 companies
 * or connections.
 */
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

/** Returns the ids of every company, for changes to all of them by hand. */
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

/**
 * Returns the companies whose name follows `after`, by name, and the last of these names; null at
 * the end.
 */
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

/** Returns the number of companies, counted by their unique names. */
export const countCompanies = (): Promise<number> => countRows(COMPANY_NAMES.pk, COMPANY_NAMES.prefix)

/** Returns the number of connections, each registered with a shard of the session hosts. */
export async function countConnections(): Promise<number> {
  const shards = Array.from({ length: SHARDS }, (_, shard) => keys.shardRegistry(shard))
  const counts = await Promise.all(shards.map(({ pk, skPrefix }) => countRows(pk, skPrefix)))
  return counts.reduce((sum, count) => sum + count, 0)
}
