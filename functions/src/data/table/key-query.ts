import { FIELDS, type IndexName } from './entity.ts'
import type { Buildable } from './query-items.ts'

type Range = { begins: string } | { below: string } | { above: string } | { from: string; to: string }

/**
 * A query of one partition by its sort key, written out: for the lists everybody looks at all day, where ElectroDB takes as long to
 * build a query as the rest of the call. `from` and `to` are both taken in.
 */
export function keyQuery(index: IndexName, partition: string, range: Range): Buildable {
  const { pk, sk } = FIELDS[index]
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
