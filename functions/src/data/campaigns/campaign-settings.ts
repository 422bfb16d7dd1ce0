/**
 * Campaign settings of a company: one row with the values that were ever changed, one attribute per
 * key, so that two users who change different ones at once both succeed. Missing values have their
 * default.
 */
import { CampaignSettings, DEFAULT_CAMPAIGN_SETTINGS } from '@balcao/shared/entities/campaign.ts'
import { z } from 'zod'
import { defineRow, type RowOf } from '../table/define-row.ts'
import { definedFields } from '../table/defined-fields.ts'
import { updateOne } from '../table/single-write.ts'

const SETTINGS = defineRow({
  kind: 'campaignSettings',
  key: { pk: '${companyId}#campaign-settings', sk: 'settings' },
  content: CampaignSettings.partial().extend({ companyId: z.string() }),
  keyOnly: ['companyId'],
  unmarked: true,
})

const toSettings = ({ companyId: _, ...changed }: Partial<RowOf<typeof SETTINGS>> = {}): CampaignSettings => ({
  ...DEFAULT_CAMPAIGN_SETTINGS,
  ...(changed as Partial<CampaignSettings>),
})

/** Returns the current settings, defaults included. Costs one read unit per 4 KB of variables. */
export const getCampaignSettings = async (companyId: string): Promise<CampaignSettings> =>
  toSettings(await SETTINGS.get({ companyId }, { consistent: true }))

/** Changes the given settings and returns all of them. The values must be validated already. */
export async function saveCampaignSettings(
  companyId: string,
  changes: { [K in keyof CampaignSettings]?: CampaignSettings[K] | undefined },
): Promise<CampaignSettings> {
  const set = definedFields(changes)
  if (Object.keys(set).length === 0) return getCampaignSettings(companyId)
  return toSettings(SETTINGS.parse(await updateOne(SETTINGS.upsert({ companyId }, { set }))))
}
