import { AppError, type ErrorCode } from '@balcao/shared/errors.ts'
import type { Timer } from '@balcao/shared/events/queues.ts'
import { startableTemplates } from '../../campaigns/campaign-templates.ts'
import { startCampaign } from '../../campaigns/start-campaign.ts'
import { stopCampaign } from '../../campaigns/stop-campaign.ts'
import { type CampaignRow, getCampaign } from '../../data/campaigns/campaign.ts'
import { currentConnection } from '../../data/channels/current-connection.ts'
import { retryUntilWritten } from '../../data/table/transact.ts'
import { publishCampaign } from '../../messaging/publish-campaign.ts'

/**
 * Starts a campaign at its time. Does nothing when its time was changed or removed. If its
 * connection was deleted it starts over the replacement, or becomes CANCELADA with the reason where
 * there is none, or where an official number may not send it (its template is paused).
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
    if (!connection) return stopCampaign(campaign, { reason: 'ERR_NO_WAPP_FOUND', whatsappId: null })
    const reason = await startableTemplates(campaign, connection).then(() => null, refusalOf)
    return reason ? stopCampaign(campaign, { reason }) : startCampaign(campaign, connection.id)
  })
  if (changed) await publishCampaign(changed, 'update')
}

function refusalOf(error: unknown): ErrorCode {
  if (error instanceof AppError) return error.code
  throw error
}
