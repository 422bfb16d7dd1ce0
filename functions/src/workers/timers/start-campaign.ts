import type { Timer } from '@balcao/shared/events/queues.ts'
import { startCampaign } from '../../campaigns/start-campaign.ts'
import { type CampaignRow, getCampaign } from '../../data/campaigns/campaign.ts'
import { untilWritten } from '../../data/table/transact.ts'
import { tellCampaign } from '../../messaging/tell-campaign.ts'

/** The moment of a campaign has come. Nothing happens when it is to start at another one by now, or at none. */
export async function startDueCampaign({
  companyId,
  campaignId,
  scheduledAt,
}: Extract<Timer, { type: 'startCampaign' }>): Promise<void> {
  const started = await untilWritten(async (): Promise<CampaignRow | undefined> => {
    const campaign = await getCampaign(companyId, campaignId, true)
    if (campaign?.status !== 'PROGRAMADA' || campaign.scheduledAt !== scheduledAt) return undefined
    return campaign.whatsappId === null ? undefined : startCampaign(campaign, campaign.whatsappId)
  })
  if (started) await tellCampaign(started, 'update')
}
