import { campaignSettings } from '@balcao/shared/api/campaigns/campaign-settings.ts'
import { type CampaignSettings, DEFAULT_CAMPAIGN_SETTINGS } from '@balcao/shared/entities/campaign.ts'
import type { Setting } from '@balcao/shared/entities/setting.ts'
import { apiQuery } from '#/lib/queries.ts'

/** Converts records of key and JSON value to one object. */
const toSettings = (records: readonly Setting[]): CampaignSettings => ({
  ...DEFAULT_CAMPAIGN_SETTINGS,
  ...(Object.fromEntries(records.map(({ key, value }) => [key, JSON.parse(value)])) as Partial<CampaignSettings>),
})

/** Query of the company's campaign settings, for `useQuery`. */
export const campaignSettingsQuery = { ...apiQuery(campaignSettings.list), select: toSettings }

/** Converts settings to the records of the cache. */
export const toRecords = (settings: CampaignSettings): Setting[] =>
  Object.entries(settings).map(([key, value]) => ({ key, value: JSON.stringify(value) }))
