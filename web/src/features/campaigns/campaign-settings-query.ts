import { campaignSettings } from '@balcao/shared/api/campaigns/campaign-settings.ts'
import { type CampaignSettings, DEFAULT_CAMPAIGN_SETTINGS } from '@balcao/shared/entities/campaign.ts'
import type { Setting } from '@balcao/shared/entities/setting.ts'
import { apiQuery } from '#/lib/queries.ts'

/** Records of key and value, the value as JSON, as one object. */
const toSettings = (records: readonly Setting[]): CampaignSettings => ({
  ...DEFAULT_CAMPAIGN_SETTINGS,
  ...(Object.fromEntries(records.map(({ key, value }) => [key, JSON.parse(value)])) as Partial<CampaignSettings>),
})

/** How the company's campaigns are sent, for `useQuery`. */
export const campaignSettingsQuery = { ...apiQuery(campaignSettings.list), select: toSettings }

/** The same as it lies in the cache. */
export const toRecords = (settings: CampaignSettings): Setting[] =>
  Object.entries(settings).map(([key, value]) => ({ key, value: JSON.stringify(value) }))
