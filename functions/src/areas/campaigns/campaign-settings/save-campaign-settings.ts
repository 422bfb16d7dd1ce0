import * as data from '../../../data/campaigns/campaign-settings.ts'
import { publish } from '../../../realtime/publish.ts'
import type { Operations } from '../operations.ts'
import { showCampaignSettings } from './list-campaign-settings.ts'

/**
 * Saves campaign settings. They apply to campaigns under way too, since sending reads them at each
 * step.
 */
export const saveCampaignSettings: Operations['campaignSettings']['save'] = async ({ companyId }, { body }) => {
  const settings = await data.saveCampaignSettings(companyId, body.settings)
  await publish(companyId, 'campaignSettings', { action: 'update' })
  return showCampaignSettings(settings)
}
