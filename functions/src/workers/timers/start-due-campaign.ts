import type { Timer } from '@balcao/shared/events/queues.ts'
import { startCampaign } from '../../campaigns/start-campaign.ts'
import { stopCampaign } from '../../campaigns/stop-campaign.ts'
import { type CampaignRow, getCampaign } from '../../data/campaigns/campaign.ts'
import { currentConnection } from '../../data/channels/current-connection.ts'
import { retryUntilWritten } from '../../data/table/transact.ts'
import { publishCampaign } from '../../messaging/publish-campaign.ts'

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
  const changed = await retryUntilWritten(async (): Promise<CampaignRow | undefined> => {
    const campaign = await getCampaign(companyId, campaignId, true)
    if (campaign?.status !== 'PROGRAMADA' || campaign.scheduledAt !== scheduledAt) return undefined
    const { whatsappId } = campaign
    const connection = whatsappId === null ? undefined : await currentConnection(companyId, whatsappId)
    return connection
      ? startCampaign(campaign, connection.id)
      : stopCampaign(campaign, { reason: 'ERR_NO_WAPP_FOUND', whatsappId: null })
  })
  if (changed) await publishCampaign(changed, 'update')
}
