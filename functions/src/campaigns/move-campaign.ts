import { joinSendQueue, leaveSendQueue } from '@balcao/shared/rules/campaigns/send-queue.ts'
import { type CampaignRow, campaignWrites, changedCampaign } from '../data/campaigns/campaign.ts'
import { getSendQueue, sendQueueChange } from '../data/campaigns/send-queue-row.ts'
import { transact } from '../data/table/transact.ts'
import { publishCampaignReport } from './publish-campaign-report.ts'
import { sendTick } from './wake-send-queue.ts'

/**
 * Moves a campaign to another connection. One under way leaves its send queue and joins the other
 * in one transaction with its row, so that a tick of either queue that read it before writes
 * nothing: no recipient is written to twice or skipped.
 * @throws WriteConflict when the campaign or a send queue changed since it was read, or the
 * connection does not exist
 */
export async function moveCampaign(before: CampaignRow, connectionId: string): Promise<CampaignRow> {
  const { companyId, id, status, whatsappId } = before
  const after = changedCampaign(before, { whatsappId: connectionId, reason: null })
  if (status !== 'EM_ANDAMENTO') {
    await transact(campaignWrites(after, before))
    return after
  }
  const [from, to] = await Promise.all([
    whatsappId === null ? undefined : getSendQueue(companyId, whatsappId),
    getSendQueue(companyId, connectionId),
  ])
  const now = Date.now()
  const changes = [
    ...(from ? [sendQueueChange(from, leaveSendQueue(from, id, now))] : []),
    sendQueueChange(to, joinSendQueue(to, id, now)),
  ]
  await transact([...campaignWrites(after, before), ...changes.flatMap(({ writes }) => writes)])
  for (const { settled } of changes) settled()
  await Promise.all([...changes.map(({ sendQueue }) => sendTick(sendQueue)), publishCampaignReport(companyId, id, [])])
  return after
}
