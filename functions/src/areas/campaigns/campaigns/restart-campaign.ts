import { AppError } from '@balcao/shared/errors.ts'
import { mayRestartCampaign } from '@balcao/shared/rules/campaign-state.ts'
import { moveCampaign } from '../../../campaigns/move-campaign.ts'
import { startCampaign } from '../../../campaigns/start-campaign.ts'
import { type CampaignRow, requireCampaign } from '../../../data/campaigns/campaign.ts'
import { getLane } from '../../../data/campaigns/lane.ts'
import { presentConnection } from '../../../data/channels/present-connection.ts'
import { untilWritten } from '../../../data/table/transact.ts'
import { tellCampaign } from '../../../messaging/tell-campaign.ts'
import type { Operations } from '../operations.ts'

/**
 * Restarts a campaign for the recipients who were not served. Earlier failures on the connection no
 * longer pause it. If its connection was deleted, another one must be chosen first
 * (ERR_CAMPAIGN_NO_CONNECTION).
 */
export const restartCampaign: Operations['campaigns']['restart'] = async ({ companyId }, { params: { id } }) => {
  const started = await untilWritten(async () => {
    const campaign = await requireCampaign(companyId, id)
    if (!mayRestartCampaign(campaign.status) && !(await isPaused(campaign))) throw new AppError('ERR_CAMPAIGN_STATUS')
    const { whatsappId } = campaign
    const connection = whatsappId === null ? undefined : await presentConnection(companyId, whatsappId)
    if (!connection) throw new AppError('ERR_CAMPAIGN_NO_CONNECTION')
    const isElsewhere = campaign.status === 'EM_ANDAMENTO' && connection.id !== whatsappId
    return isElsewhere ? moveCampaign(campaign, connection.id) : startCampaign(campaign, connection.id, true)
  })
  return tellCampaign(started, 'update')
}

/** Returns whether the campaign is under way and paused by failures until somebody restarts it. */
async function isPaused({ companyId, status, whatsappId }: CampaignRow): Promise<boolean> {
  if (status !== 'EM_ANDAMENTO' || whatsappId === null) return false
  return (await getLane(companyId, whatsappId)).wait === 'failures'
}
