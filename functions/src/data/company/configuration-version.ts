/** How often a company's configuration was changed: what processes remember of it holds for one version. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { documentClient, tableName } from '../table/client.ts'
import { getItem } from '../table/get-item.ts'
import type { TableKey } from '../table/keys.ts'

const keyOf = (companyId: string): TableKey => ({ pk: `${companyId}#company`, sk: 'configuration' })

const versions = new AsyncLocalStorage<Map<string, Promise<number>>>()

/**
 * Runs the work of one message or one call, which goes by one version of a company's configuration: it is read when it is
 * asked for first and not again.
 */
export const underOneVersion = <T>(work: () => Promise<T>): Promise<T> => versions.run(new Map(), work)

/**
 * Returns the version as it is now, inside `underOneVersion` as it was when this work asked first; 0 before the first
 * change. One read unit.
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

/** Makes every process read the company's configuration anew; called behind each change of it. One write unit. */
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
