import { AppError } from '@balcao/shared/errors.ts'
import { campaignLock } from '@balcao/shared/rules/campaigns/campaign-actions.ts'
import { type CampaignRow, requireCampaign } from '../../../data/campaigns/campaign.ts'

/**
 * Returns a campaign that can be changed as a whole.
 * @throws ERR_NO_CAMPAIGN_FOUND, ERR_CAMPAIGN_LOCKED
 */
export async function changeableCampaign(companyId: string, id: string): Promise<CampaignRow> {
  const row = await requireCampaign(companyId, id)
  if (campaignLock(row, Date.now()) !== null) throw new AppError('ERR_CAMPAIGN_LOCKED')
  return row
}
