/**
 * Default customer of a company, used if none is named: one row per company, so that there is never
 * more than one.
 */
import { tableName } from '../table/client.ts'
import { getItem } from '../table/get-item.ts'
import type { TableKey } from '../table/keys.ts'
import { put, remove, type Write } from '../table/transact.ts'

const keyOf = (companyId: string): TableKey => ({ pk: `${companyId}#customer-default`, sk: 'default' })

/** Returns the id of the default customer. Costs half a read unit, or one if consistent. */
export async function getDefaultCustomerId(companyId: string, consistent = false): Promise<string | undefined> {
  return (await getItem(keyOf(companyId), consistent))?.customerId as string | undefined
}

/**
 * Returns the writes, labelled `customerDefault`, that make a customer the default, or no longer;
 * none if nothing changes. They are refused if another customer has become the default since
 * `before` was read.
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
