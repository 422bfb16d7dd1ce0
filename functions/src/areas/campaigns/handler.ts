import { campaigns } from '@balcao/shared/api/index.ts'
import { areaHandler } from '../../http/area-handler.ts'
import { listCampaignSettings } from './campaign-settings/list-campaign-settings.ts'
import { saveCampaignSettings } from './campaign-settings/save-campaign-settings.ts'
import { removeCampaignMedia, uploadCampaignMedia } from './campaigns/campaign-media.ts'
import { createCampaign } from './campaigns/create-campaign.ts'
import { getCampaign } from './campaigns/get-campaign.ts'
import { listCampaigns } from './campaigns/list-campaigns.ts'
import { removeCampaign } from './campaigns/remove-campaign.ts'
import { updateCampaign } from './campaigns/update-campaign.ts'

export const handler = areaHandler(campaigns, {
  campaigns: {
    list: listCampaigns,
    get: getCampaign,
    create: createCampaign,
    update: updateCampaign,
    remove: removeCampaign,
    uploadMedia: uploadCampaignMedia,
    removeMedia: removeCampaignMedia,
  },
  campaignSettings: { list: listCampaignSettings, save: saveCampaignSettings },
})
