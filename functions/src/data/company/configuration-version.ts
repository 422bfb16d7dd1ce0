/** How often a company's configuration was changed: what processes remember of it holds for one version. */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { documentClient, tableName } from '../table/client.ts'
import type { TableKey } from '../table/entity.ts'
import { getItem } from '../table/get-item.ts'
import { remember } from '../table/remember.ts'

const keyOf = (companyId: string): TableKey => ({ pk: `${companyId}#company`, sk: 'configuration' })

/** Milliseconds: events of one message share a read. */
const RECENT_MS = 100

const recent = remember<number>(RECENT_MS)

/** Returns the version as it is now; 0 before the first change. One read unit. */
export async function configurationVersion(companyId: string): Promise<number> {
  const item = await getItem(keyOf(companyId), true)
  return Number(item?.version ?? 0)
}

/** Returns the version as it was a tenth of a second ago at most, for what is asked several times for one message. */
export const recentConfigurationVersion = (companyId: string): Promise<number> =>
  recent.get(companyId, () => configurationVersion(companyId))

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
  recent.forget(companyId)
}
