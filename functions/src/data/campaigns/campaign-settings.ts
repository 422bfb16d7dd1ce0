/**
 * Campaign settings of a company: one row with the values that were ever changed, one attribute per
 * key, so that two users who change different ones at once both succeed. Missing values have their
 * default. Keys: pk `company#campaign-settings`, sk `settings`.
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { type CampaignSettings, DEFAULT_CAMPAIGN_SETTINGS } from '@balcao/shared/entities/campaign.ts'
import { documentClient, tableName } from '../table/client.ts'
import { getItem } from '../table/get-item.ts'

const keyOf = (companyId: string) => ({ pk: `${companyId}#campaign-settings`, sk: 'settings' })

const toSettings = (item: Record<string, unknown> | undefined): CampaignSettings => {
  const known = Object.keys(DEFAULT_CAMPAIGN_SETTINGS) as (keyof CampaignSettings)[]
  const changed = known.filter(key => item?.[key] !== undefined).map(key => [key, item?.[key]])
  return { ...DEFAULT_CAMPAIGN_SETTINGS, ...(Object.fromEntries(changed) as Partial<CampaignSettings>) }
}

/** Returns the current settings, defaults included. Costs one read unit per 4 KB of variables. */
export const getCampaignSettings = async (companyId: string): Promise<CampaignSettings> =>
  toSettings(await getItem(keyOf(companyId), true))

/** Changes the given settings and returns all of them. The values must be validated already. */
export async function saveCampaignSettings(
  companyId: string,
  changes: { [K in keyof CampaignSettings]?: CampaignSettings[K] | undefined },
): Promise<CampaignSettings> {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  if (given.length === 0) return getCampaignSettings(companyId)
  const { Attributes } = await documentClient().send(
    new UpdateCommand({
      TableName: tableName(),
      Key: keyOf(companyId),
      UpdateExpression: `SET ${given.map((_, i) => `#${i} = :${i}`).join(', ')}`,
      ExpressionAttributeNames: Object.fromEntries(given.map(([key], i) => [`#${i}`, key])),
      ExpressionAttributeValues: Object.fromEntries(given.map(([, value], i) => [`:${i}`, value])),
      ReturnValues: 'ALL_NEW',
    }),
  )
  return toSettings(Attributes)
}
