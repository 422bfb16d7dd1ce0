import { AppError } from '@balcao/shared/errors.ts'
import { mayRestartCampaign } from '@balcao/shared/rules/campaigns/campaign-actions.ts'
import { startableTemplates } from '../../../campaigns/campaign-templates.ts'
import { moveCampaign } from '../../../campaigns/move-campaign.ts'
import { startCampaign } from '../../../campaigns/start-campaign.ts'
import { type CampaignRow, requireCampaign } from '../../../data/campaigns/campaign.ts'
import { getSendQueue } from '../../../data/campaigns/send-queue-row.ts'
import { currentConnection } from '../../../data/channels/current-connection.ts'
import { retryUntilWritten } from '../../../data/table/transact.ts'
import { publishCampaign } from '../../../messaging/publish-campaign.ts'
import type { Operations } from '../operations.ts'

/**
 * Restarts a campaign for the recipients who were not served. Earlier failures on the connection no
 * longer pause it. If its connection was deleted, another one must be chosen first
 * (ERR_CAMPAIGN_NO_CONNECTION).
 */
export const restartCampaign: Operations['campaigns']['restart'] = async ({ companyId }, { params: { id } }) => {
  const started = await retryUntilWritten(async () => {
    const campaign = await requireCampaign(companyId, id)
    if (!mayRestartCampaign(campaign.status) && !(await isPaused(campaign))) throw new AppError('ERR_CAMPAIGN_STATUS')
    const { whatsappId } = campaign
    const connection = whatsappId === null ? undefined : await currentConnection(companyId, whatsappId)
    if (!connection) throw new AppError('ERR_CAMPAIGN_NO_CONNECTION')
    await startableTemplates(campaign, connection)
    const isElsewhere = campaign.status === 'EM_ANDAMENTO' && connection.id !== whatsappId
    return isElsewhere ? moveCampaign(campaign, connection.id) : startCampaign(campaign, connection.id, true)
  })
  return publishCampaign(started, 'update')
}

/** Returns whether the campaign is under way and paused by failures until somebody restarts it. */
async function isPaused({ companyId, status, whatsappId }: CampaignRow): Promise<boolean> {
  if (status !== 'EM_ANDAMENTO' || whatsappId === null) return false
  return (await getSendQueue(companyId, whatsappId)).wait === 'failures'
}
