import { AppError } from '@balcao/shared/errors.ts'
import { mayDeleteCampaign } from '@balcao/shared/rules/campaigns/campaign-actions.ts'
import { deleteCampaign, getCampaign } from '../../../data/campaigns/campaign.ts'
import { enqueueJob } from '../../../messaging/enqueue.ts'
import { publishRowDeleted } from '../../../messaging/publish-row.ts'
import type { Operations } from '../operations.ts'

/** Deletes a campaign. Its recipients are removed in the background; its timer finds nothing. */
export const removeCampaign: Operations['campaigns']['remove'] = async ({ companyId, audit }, { params: { id } }) => {
  const row = await getCampaign(companyId, id, true)
  if (!row) return
  if (!mayDeleteCampaign(row.status)) throw new AppError('ERR_CAMPAIGN_RUNNING')
  if (!(await deleteCampaign(row))) return
  audit({ name: row.name })
  await publishRowDeleted(companyId, 'campaign', id)
  await enqueueJob({ type: 'removeShippings', companyId, campaignId: id })
}
