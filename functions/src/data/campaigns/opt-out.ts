/**
 * Opt-outs of a company's campaigns, keyed by a digest of the person's number. An opt-out thus
 * remains valid after a person's data were erased, although the number is stored nowhere. Keys: pk
 * `company#opt-out#digest`, sk `opt-out`.
 */
import { createHash } from 'node:crypto'
import { batchItems } from '../table/batch-items.ts'
import { tableName } from '../table/client.ts'
import { getItem } from '../table/get-item.ts'
import type { TableKey } from '../table/keys.ts'
import { put, type Write } from '../table/transact.ts'

const partitionOf = (companyId: string, key: string): string =>
  `${companyId}#opt-out#${createHash('sha256').update(`${companyId}|${key}`).digest('hex')}`

export const optOutKey = (companyId: string, key: string): TableKey => ({
  pk: partitionOf(companyId, key),
  sk: 'opt-out',
})

/** Returns a write labelled `optOut`. */
export const optOutWrite = (companyId: string, key: string, now: number): Write =>
  put('optOut', { TableName: tableName(), Item: { ...optOutKey(companyId, key), at: now } })

/** Returns whether a person opted out. Costs half a read unit. */
export const hasOptedOut = async (companyId: string, key: string): Promise<boolean> =>
  (await getItem(optOutKey(companyId, key), false)) !== undefined

/** Returns those of the keys that opted out. Costs half a read unit each. */
export async function optedOutAmong(companyId: string, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await batchItems<{ pk: string }>(
    keys.map(key => optOutKey(companyId, key)),
    ['pk'],
  )
  const partitions = new Set(found.map(({ pk }) => pk))
  return new Set(keys.filter(key => partitions.has(partitionOf(companyId, key))))
}
