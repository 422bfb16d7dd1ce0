/**
 * Version of a company's configuration, incremented at each change: cached configuration is valid
 * for one version.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { documentClient, tableName } from '../table/client.ts'
import { getItem } from '../table/get-item.ts'
import type { TableKey } from '../table/keys.ts'

const keyOf = (companyId: string): TableKey => ({ pk: `${companyId}#company`, sk: 'configuration' })

const versions = new AsyncLocalStorage<Map<string, Promise<number>>>()

/**
 * Runs the work of one message or one call under one version of a company's configuration, which is
 * read when first needed and not again.
 */
export const underOneVersion = <T>(work: () => Promise<T>): Promise<T> => versions.run(new Map(), work)

/**
 * Returns the current version, or inside `underOneVersion` the version first read by this work; 0
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
  const item = await getItem(keyOf(companyId), true)
  return Number(item?.version ?? 0)
}

/**
 * Increments the version, so that every process reads the company's configuration again; called
 * after each change of it. Costs one write unit.
 */
export async function raiseConfigurationVersion(companyId: string): Promise<void> {
  await documentClient().send(
    new UpdateCommand({
      TableName: tableName(),
      Key: keyOf(companyId),
      UpdateExpression: 'ADD version :one',
      ExpressionAttributeValues: { ':one': 1 },
    }),
  )
  versions.getStore()?.delete(companyId)
}
