import { AppError } from '@balcao/shared/errors.ts'
import { mayCancelCampaign } from '@balcao/shared/rules/campaigns/campaign-actions.ts'
import { stopCampaign } from '../../../campaigns/stop-campaign.ts'
import { requireCampaign } from '../../../data/campaigns/campaign.ts'
import { retryUntilWritten } from '../../../data/table/transact.ts'
import { publishCampaign } from '../../../messaging/publish-campaign.ts'
import type { Operations } from '../operations.ts'

/**
 * Cancels a campaign. No message is sent after the answer; those already sent are followed to their
 * end.
 */
export const cancelCampaign: Operations['campaigns']['cancel'] = async ({ companyId }, { params: { id } }) => {
  const stopped = await retryUntilWritten(async () => {
    const campaign = await requireCampaign(companyId, id)
    if (!mayCancelCampaign(campaign.status)) throw new AppError('ERR_CAMPAIGN_STATUS')
    return stopCampaign(campaign)
  })
  return publishCampaign(stopped, 'update')
}
