/**
 * Who wants no campaigns of a company any more, by the key of their number. Keys: pk `company#opt-out#key`, sk `opt-out`.
 */
import { batchItems } from '../table/batch-items.ts'
import { tableName } from '../table/client.ts'
import type { TableKey } from '../table/entity.ts'
import { getItem } from '../table/get-item.ts'
import { put, type Write } from '../table/transact.ts'

const keyOf = (companyId: string, key: string): TableKey => ({ pk: `${companyId}#opt-out#${key}`, sk: 'opt-out' })

/** A write labelled `optOut`. */
export const optOutWrite = (companyId: string, key: string, now: number): Write =>
  put('optOut', { TableName: tableName(), Item: { ...keyOf(companyId, key), at: now } })

/** Half a read unit. */
export const hasOptedOut = async (companyId: string, key: string): Promise<boolean> =>
  (await getItem(keyOf(companyId, key), false)) !== undefined

/** Those of these keys who opted out. Half a read unit each. */
export async function optedOutAmong(companyId: string, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await batchItems<{ pk: string }>(
    keys.map(key => keyOf(companyId, key)),
    ['pk'],
  )
  return new Set(found.map(({ pk }) => pk.split('#')[2]!))
}
