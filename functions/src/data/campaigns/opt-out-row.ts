/**
 * Opt-outs of a company's campaigns, keyed by a digest of the person's number. An opt-out thus
 * remains valid after a person's data were erased, although the number is stored nowhere.
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { batchItems } from '../table/batch-items.ts'
import { defineRow } from '../table/define-row.ts'
import type { TableKey } from '../table/keys.ts'
import { put, type Write } from '../table/transact.ts'

const OPT_OUTS = defineRow({
  kind: 'optOut',
  key: { pk: '${companyId}#opt-out#${digest}', sk: 'opt-out' },
  content: z.object({
    companyId: z.string(),
    digest: z.string(),
    /** Epoch milliseconds. */
    at: z.number(),
  }),
  keyOnly: ['companyId', 'digest'],
  unmarked: true,
})

const idsOf = (companyId: string, key: string) => ({
  companyId,
  digest: createHash('sha256').update(`${companyId}|${key}`).digest('hex'),
})

export const optOutKey = (companyId: string, key: string): TableKey => OPT_OUTS.key(idsOf(companyId, key))

/** Returns a write labelled `optOut`. */
export const optOutWrite = (companyId: string, key: string, now: number): Write =>
  put('optOut', OPT_OUTS.put({ ...idsOf(companyId, key), at: now }))

/** Returns those of the keys that opted out. Costs half a read unit each. */
export async function optedOutAmong(companyId: string, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await batchItems<{ pk: string }>(
    keys.map(key => optOutKey(companyId, key)),
    ['pk'],
  )
  const partitions = new Set(found.map(({ pk }) => pk))
  return new Set(keys.filter(key => partitions.has(optOutKey(companyId, key).pk)))
}
