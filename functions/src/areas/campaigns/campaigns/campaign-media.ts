import { type CampaignRow, changedCampaign, replaceCampaign } from '../../../data/campaigns/campaign.ts'
import { publishCampaign } from '../../../messaging/publish-campaign.ts'
import { requireMedia } from '../../../messaging/require-media.ts'
import { storeKeptFile } from '../../kept-file.ts'
import { described } from '../../store-upload.ts'
import type { Operations } from '../operations.ts'
import { changeableCampaign } from './changeable-campaign.ts'
import { requireContent } from './require-sendable.ts'

async function change(before: CampaignRow, media: CampaignRow['media']) {
  const after = changedCampaign(before, { media })
  await requireContent(after)
  return publishCampaign(await replaceCampaign(before, after), 'update')
}

/** Stores the campaign's file in place of an earlier one. */
export const uploadCampaignMedia: Operations['campaigns']['uploadMedia'] = async ({ companyId }, { params, files }) => {
  const before = await changeableCampaign(companyId, params.id)
  if (before.whatsappId) await requireMedia(companyId, before.whatsappId, files.map(described))
  return change(before, await storeKeptFile(companyId, files))
}

export const removeCampaignMedia: Operations['campaigns']['removeMedia'] = async ({ companyId }, { params }) =>
  change(await changeableCampaign(companyId, params.id), null)
