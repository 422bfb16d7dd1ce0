import { joinLane, leaveLane } from '@balcao/shared/rules/campaigns/lane.ts'
import { type CampaignRow, campaignWrites, changedCampaign } from '../data/campaigns/campaign.ts'
import { getLane, laneChange } from '../data/campaigns/lane.ts'
import { transact } from '../data/table/transact.ts'
import { tellReport } from './tell-report.ts'
import { sendTick } from './wake-lane.ts'

/**
 * Gives a campaign another connection. One that is under way leaves its lane and joins the other in one transaction with its row, so
 * that a tick of either lane that read it before writes nothing: nobody is written to twice, and nobody is passed over. Throws
 * WriteRefused when the campaign or a lane changed since it was read, or the connection is not there.
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
