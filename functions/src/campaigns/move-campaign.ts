import { joinLane, leaveLane } from '@balcao/shared/rules/campaigns/lane.ts'
import { type CampaignRow, campaignWrites, changedCampaign } from '../data/campaigns/campaign.ts'
import { getLane, laneChange } from '../data/campaigns/lane.ts'
import { transact } from '../data/table/transact.ts'
import { tellReport } from './tell-report.ts'
import { sendTick } from './wake-lane.ts'

/**
 * Moves a campaign to another connection. One under way leaves its send queue and joins the other
 * in one transaction with its row, so that a tick of either queue that read it before writes
 * nothing: no recipient is written to twice or skipped.
 * @throws WriteRefused when the campaign or a send queue changed since it was read, or the
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
    whatsappId === null ? undefined : getLane(companyId, whatsappId),
    getLane(companyId, connectionId),
  ])
  const now = Date.now()
  const changes = [...(from ? [laneChange(from, leaveLane(from, id, now))] : []), laneChange(to, joinLane(to, id, now))]
  await transact([...campaignWrites(after, before), ...changes.flatMap(({ writes }) => writes)])
  for (const { settled } of changes) settled()
  await Promise.all([...changes.map(({ lane }) => sendTick(lane)), tellReport(companyId, id, [])])
  return after
}
