/**
 * Version of a company's configuration, incremented at each change: cached configuration is valid
 * for one version.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { z } from 'zod'
import { defineRow } from '../table/define-row.ts'
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
 * Returns the current version, or inside `withConfigurationVersion` the version first read by this work; 0
 * before the first change. Costs one read unit.
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
 * Increments the version, so that every process reads the company's configuration again; called
 * after each change of it. Costs one write unit.
 */
export async function bumpConfigurationVersion(companyId: string): Promise<void> {
  await updateOne(CONFIGURATIONS.upsert({ companyId }, { add: { version: 1 } }))
  versions.getStore()?.delete(companyId)
}
