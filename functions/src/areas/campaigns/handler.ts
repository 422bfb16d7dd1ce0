import { campaigns } from '@balcao/shared/api/index.ts'
import { CONTACT_LISTS } from '../../data/campaigns/contact-list.ts'
import { areaHandler } from '../../http/area-handler.ts'
import { rowOperations } from '../small-list.ts'
import { listCampaignSettings } from './campaign-settings/list-campaign-settings.ts'
import { saveCampaignSettings } from './campaign-settings/save-campaign-settings.ts'
import { removeCampaignMedia, uploadCampaignMedia } from './campaigns/campaign-media.ts'
import { cancelCampaign } from './campaigns/cancel-campaign.ts'
import { createCampaign } from './campaigns/create-campaign.ts'
import { estimateCampaign } from './campaigns/estimate-campaign.ts'
import { exportCampaign } from './campaigns/export-campaign.ts'
import { getCampaign } from './campaigns/get-campaign.ts'
import { listCampaigns } from './campaigns/list-campaigns.ts'
import { listRecipients } from './campaigns/list-recipients.ts'
import { removeCampaign } from './campaigns/remove-campaign.ts'
import { reportCampaign } from './campaigns/report-campaign.ts'
import { restartCampaign } from './campaigns/restart-campaign.ts'
import { testCampaign } from './campaigns/test-campaign.ts'
import { updateCampaign } from './campaigns/update-campaign.ts'
import { checkContactListItem } from './contact-list-items/check-contact-list-item.ts'
import { createContactListItem } from './contact-list-items/create-contact-list-item.ts'
import { getContactListItem } from './contact-list-items/get-contact-list-item.ts'
import { listContactListItems } from './contact-list-items/list-contact-list-items.ts'
import { removeContactListItem } from './contact-list-items/remove-contact-list-item.ts'
import { updateContactListItem } from './contact-list-items/update-contact-list-item.ts'
import { checkContactList } from './contact-lists/check-contact-list.ts'
import { createContactList } from './contact-lists/create-contact-list.ts'
import { exportContactList } from './contact-lists/export-contact-list.ts'
import { removeContactList } from './contact-lists/remove-contact-list.ts'
import { prepareContactListUpload, uploadContactList } from './contact-lists/upload-contact-list.ts'

export const handler = areaHandler(campaigns, {
  contactLists: {
    ...rowOperations(CONTACT_LISTS, 'records'),
    create: createContactList,
    remove: removeContactList,
    export: exportContactList,
    check: checkContactList,
    upload: uploadContactList,
    uploads: prepareContactListUpload,
  },
  contactListItems: {
    check: checkContactListItem,
    list: listContactListItems,
    get: getContactListItem,
    create: createContactListItem,
    update: updateContactListItem,
    remove: removeContactListItem,
  },
  campaigns: {
    list: listCampaigns,
    get: getCampaign,
    create: createCampaign,
    update: updateCampaign,
    remove: removeCampaign,
    uploadMedia: uploadCampaignMedia,
    removeMedia: removeCampaignMedia,
    estimate: estimateCampaign,
    test: testCampaign,
    report: reportCampaign,
    shipping: listRecipients,
    export: exportCampaign,
    cancel: cancelCampaign,
    restart: restartCampaign,
  },
  campaignSettings: { list: listCampaignSettings, save: saveCampaignSettings },
})
