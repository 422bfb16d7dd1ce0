/**
 * Version of a company's configuration, incremented at each change: cached configuration is valid
 * for one version.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { z } from 'zod'
import { readAll } from '../table/batch-items.ts'
import { tableName } from '../table/client.ts'
import { defineRow } from '../table/define-row.ts'
import { getItem } from '../table/get-item.ts'
import type { TableKey } from '../table/keys.ts'
import { updateOne } from '../table/single-write.ts'

const CONFIGURATIONS = defineRow({
  kind: 'configuration',
  key: { pk: '${companyId}#company', sk: 'configuration' },
  content: z.object({ companyId: z.string(), version: z.number() }),
  keyOnly: ['companyId'],
  unmarked: true,
})

const versions = new AsyncLocalStorage<Map<string, Promise<number>>>()

/**
 * Runs the work of one message or one call under one version of a company's configuration, which is
 * read when first needed and not again.
 */
export const withConfigurationVersion = <T>(work: () => Promise<T>): Promise<T> => versions.run(new Map(), work)

/**
 * Returns the current version, or inside `withConfigurationVersion` the version first read by this
 * work; 0 before the first change. Costs one read unit.
 */
export function configurationVersion(companyId: string): Promise<number> {
  const known = versions.getStore()
  const version = known?.get(companyId) ?? readVersion(companyId)
  known?.set(companyId, version)
  version.catch(() => known?.delete(companyId))
  return version
}

async function readVersion(companyId: string): Promise<number> {
  return (await CONFIGURATIONS.get({ companyId }, { consistent: true }))?.version ?? 0
}

/**
 * Reads an item and, in the same request, the version that this work needs afterwards. Both are
 * read consistently. Costs one read unit more than the item.
 */
export async function readWithVersion(companyId: string, key: TableKey): Promise<Record<string, unknown> | undefined> {
  const known = versions.getStore()
  if (!known || known.has(companyId)) return getItem(key, true)
  const versionKey = CONFIGURATIONS.key({ companyId })
  const read = readAll<Record<string, unknown>>({
    [tableName()]: { Keys: [key, versionKey], ConsistentRead: true },
  })
  const find = async ({ pk, sk }: TableKey) => (await read).find(item => item.pk === pk && item.sk === sk)
  const version = find(versionKey).then(item => (item && CONFIGURATIONS.parse(item)?.version) ?? 0)
  known.set(companyId, version)
  version.catch(() => known.delete(companyId))
  return find(key)
}

/**
 * Increments the version, so that every process reads the company's configuration again; called
 * after each change of it. Costs one write unit.
 */
export async function bumpConfigurationVersion(companyId: string): Promise<void> {
  await updateOne(CONFIGURATIONS.upsert({ companyId }, { add: { version: 1 } }))
  versions.getStore()?.delete(companyId)
}
