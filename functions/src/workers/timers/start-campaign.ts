import type { Timer } from '@balcao/shared/events/queues.ts'
import { startCampaign } from '../../campaigns/start-campaign.ts'
import { stopCampaign } from '../../campaigns/stop-campaign.ts'
import { type CampaignRow, getCampaign } from '../../data/campaigns/campaign.ts'
import { presentConnection } from '../../data/channels/present-connection.ts'
import { untilWritten } from '../../data/table/transact.ts'
import { tellCampaign } from '../../messaging/tell-campaign.ts'

/**
 * Starts a campaign at its time. Does nothing when its time was changed or removed. If its
 * connection was deleted it starts over the replacement, or becomes CANCELADA with the reason where
 * there is none.
 */
export async function startDueCampaign({
  companyId,
  campaignId,
  scheduledAt,
}: Extract<Timer, { type: 'startCampaign' }>): Promise<void> {
  const changed = await untilWritten(async (): Promise<CampaignRow | undefined> => {
    const campaign = await getCampaign(companyId, campaignId, true)
    if (campaign?.status !== 'PROGRAMADA' || campaign.scheduledAt !== scheduledAt) return undefined
    const { whatsappId } = campaign
    const connection = whatsappId === null ? undefined : await presentConnection(companyId, whatsappId)
    return connection
      ? startCampaign(campaign, connection.id)
      : stopCampaign(campaign, { reason: 'ERR_NO_WAPP_FOUND', whatsappId: null })
  })
  if (changed) await tellCampaign(changed, 'update')
}
