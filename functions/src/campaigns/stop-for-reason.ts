import type { ErrorCode } from '@balcao/shared/errors.ts'
import { getCampaign } from '../data/campaigns/campaign.ts'
import { retryUntilWritten } from '../data/table/transact.ts'
import { publishCampaign } from '../messaging/publish-campaign.ts'
import { stopCampaign } from './stop-campaign.ts'

/** Stops a campaign that is under way, with the reason. Idempotent. */
export async function stopForReason(companyId: string, campaignId: string, reason: ErrorCode): Promise<void> {
  const stopped = await retryUntilWritten(async () => {
    const campaign = await getCampaign(companyId, campaignId, true)
    return campaign?.status === 'EM_ANDAMENTO' ? stopCampaign(campaign, { reason }) : undefined
  })
  if (stopped) await publishCampaign(stopped, 'update')
}
