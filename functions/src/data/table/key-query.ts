import { FIELDS, type IndexName } from './keys.ts'
import type { Buildable } from './query-items.ts'

/** Range of sort keys to read; `from` and `to` are included. */
export type Range = { begins: string } | { below: string } | { above: string } | { from: string; to: string }

/**
 * Builds a query of one partition of the table or of an index; without a range, of the whole
 * partition.
 */
export function keyQuery(index: IndexName, partition: string, range?: Range): Buildable {
  const { pk, sk } = FIELDS[index]
  if (!range)
    return {
      params: ({ table, order, limit }) => ({
        TableName: table,
        ...(index === 'main' ? {} : { IndexName: index }),
        KeyConditionExpression: '#pk = :pk',
        ExpressionAttributeNames: { '#pk': pk },
        ExpressionAttributeValues: { ':pk': partition },
        ScanIndexForward: order === 'asc',
        Limit: limit,
      }),
    }
  const [condition, values] =
    'begins' in range
      ? ['begins_with(#sk, :sk)', { ':sk': range.begins }]
      : 'below' in range
        ? ['#sk < :sk', { ':sk': range.below }]
        : 'above' in range
          ? ['#sk > :sk', { ':sk': range.above }]
          : ['#sk BETWEEN :sk AND :to', { ':sk': range.from, ':to': range.to }]
  return {
    params: ({ table, order, limit }) => ({
      TableName: table,
      ...(index === 'main' ? {} : { IndexName: index }),
      KeyConditionExpression: `#pk = :pk AND ${condition}`,
      ExpressionAttributeNames: { '#pk': pk, '#sk': sk },
      ExpressionAttributeValues: { ':pk': partition, ...values },
      ScanIndexForward: order === 'asc',
      Limit: limit,
    }),
  }
}
