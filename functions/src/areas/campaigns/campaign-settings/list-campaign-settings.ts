import type { CampaignSettings } from '@balcao/shared/entities/campaign.ts'
import type { Setting } from '@balcao/shared/entities/setting.ts'
import { getCampaignSettings } from '../../../data/campaigns/campaign-settings.ts'
import type { Operations } from '../operations.ts'

/** Returns campaign settings as records of key and value, the value as JSON. */
export const showCampaignSettings = (settings: CampaignSettings): Setting[] =>
  Object.entries(settings).map(([key, value]) => ({ key, value: JSON.stringify(value) }))

export const listCampaignSettings: Operations['campaignSettings']['list'] = async ({ companyId }) =>
  showCampaignSettings(await getCampaignSettings(companyId))
