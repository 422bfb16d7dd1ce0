import { AppError } from '@balcao/shared/errors.ts'
import { mayCancelCampaign } from '@balcao/shared/rules/campaign-state.ts'
import { stopCampaign } from '../../../campaigns/stop-campaign.ts'
import { requireCampaign } from '../../../data/campaigns/campaign.ts'
import { untilWritten } from '../../../data/table/transact.ts'
import { tellCampaign } from '../../../messaging/tell-campaign.ts'
import type { Operations } from '../operations.ts'

/**
 * Cancels a campaign. No message is sent after the answer; those already sent are followed to their
 * end.
 */
export const cancelCampaign: Operations['campaigns']['cancel'] = async ({ companyId }, { params: { id } }) => {
  const stopped = await untilWritten(async () => {
    const campaign = await requireCampaign(companyId, id)
    if (!mayCancelCampaign(campaign.status)) throw new AppError('ERR_CAMPAIGN_STATUS')
    return stopCampaign(campaign)
  })
  return tellCampaign(stopped, 'update')
}
