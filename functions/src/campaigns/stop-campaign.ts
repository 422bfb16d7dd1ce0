import { leaveSendQueue } from '@balcao/shared/rules/campaigns/send-queue.ts'
import { type CampaignChanges, type CampaignRow, campaignWrites, changedCampaign } from '../data/campaigns/campaign.ts'
import { getSendQueue, sendQueueChange } from '../data/campaigns/send-queue-row.ts'
import { transact, type Write } from '../data/table/transact.ts'
import { publishCampaignReport } from './publish-campaign-report.ts'
import { sendTick } from './wake-send-queue.ts'

/**
 * Makes a campaign CANCELADA and, if it is under way, removes it from its send queue, in one
 * transaction: a tick that read it before writes nothing any more. Messages already sent are
 * followed to their end.
 * @throws WriteConflict when the campaign or the send queue changed since it was read
 */
export async function stopCampaign(
  before: CampaignRow,
  changes: Pick<CampaignChanges, 'reason' | 'whatsappId'> = {},
): Promise<CampaignRow> {
  const { companyId, id, whatsappId, status } = before
  const after = changedCampaign(before, { ...changes, status: 'CANCELADA' })
  const sendQueue =
    whatsappId === null || status !== 'EM_ANDAMENTO' ? undefined : await getSendQueue(companyId, whatsappId)
  const left = sendQueue && sendQueueChange(sendQueue, leaveSendQueue(sendQueue, id, Date.now()))
  const writes: Write[] = [...campaignWrites(after, before), ...(left?.writes ?? [])]
  await transact(writes)
  left?.settled()
  await Promise.all([left ? sendTick(left.sendQueue) : undefined, publishCampaignReport(companyId, id, [])])
  return after
}
