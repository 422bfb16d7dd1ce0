/** Which customer stands in where nobody else was named: one row per company says it, so that it is one whatever happens at once. */
import { tableName } from '../table/client.ts'
import { getItem } from '../table/get-item.ts'
import type { TableKey } from '../table/keys.ts'
import { put, remove, type Write } from '../table/transact.ts'

const keyOf = (companyId: string): TableKey => ({ pk: `${companyId}#customer-default`, sk: 'default' })

/** Half a read unit, consistent: one. */
export async function getDefaultCustomerId(companyId: string, consistent = false): Promise<string | undefined> {
  return (await getItem(keyOf(companyId), consistent))?.customerId as string | undefined
}

/**
 * The writes, labelled `customerDefault`, that make a customer the default, or no longer; none where nothing changes. Refused when
 * another has become it since `before` was read.
 */
export function defaultWrites(companyId: string, before: string | undefined, id: string, wanted: boolean): Write[] {
  if (wanted === (before === id)) return []
  const still =
    before === undefined
      ? { ConditionExpression: 'attribute_not_exists(customerId)' }
      : { ConditionExpression: 'customerId = :before', ExpressionAttributeValues: { ':before': before } }
  const at = { TableName: tableName(), ...still }
  return wanted
    ? [put('customerDefault', { ...at, Item: { ...keyOf(companyId), customerId: id } })]
    : [remove('customerDefault', { ...at, Key: keyOf(companyId) })]
}
