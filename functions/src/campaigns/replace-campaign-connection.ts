import { type CampaignRow, campaignWrites, changedCampaign, getCampaign } from '../data/campaigns/campaign.ts'
import { currentConnection } from '../data/channels/current-connection.ts'
import { retryUntilWritten, transact } from '../data/table/transact.ts'
import { publishCampaign } from '../messaging/publish-campaign.ts'
import { moveCampaign } from './move-campaign.ts'
import { stopCampaign } from './stop-campaign.ts'

/**
 * Handles a campaign whose connection was deleted: moves it to the replacement. If there is none, a
 * campaign that would send becomes CANCELADA with the reason, and any other is left without a
 * connection, so that it can be given one. Returns the changed row; undefined when nothing was to
 * be done. Idempotent, also when it runs twice at once.
 */
export async function replaceCampaignConnection(
  companyId: string,
  campaignId: string,
): Promise<CampaignRow | undefined> {
  const changed = await retryUntilWritten(async () => {
    const campaign = await getCampaign(companyId, campaignId, true)
    if (!campaign || campaign.status === 'FINALIZADA' || campaign.whatsappId === null) return undefined
    const connection = await currentConnection(companyId, campaign.whatsappId)
    if (connection?.id === campaign.whatsappId) return undefined
    return connection ? moveCampaign(campaign, connection.id) : orphan(campaign)
  })
  if (changed) await publishCampaign(changed, 'update')
  return changed
}

async function orphan(campaign: CampaignRow): Promise<CampaignRow> {
  if (campaign.status === 'EM_ANDAMENTO' || campaign.status === 'PROGRAMADA')
    return stopCampaign(campaign, { reason: 'ERR_NO_WAPP_FOUND', whatsappId: null })
  const after = changedCampaign(campaign, { whatsappId: null })
  await transact(campaignWrites(after, campaign))
  return after
}
