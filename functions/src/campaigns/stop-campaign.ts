import { leaveLane } from '@balcao/shared/rules/campaigns/lane.ts'
import { type CampaignChanges, type CampaignRow, campaignWrites, changedCampaign } from '../data/campaigns/campaign.ts'
import { getLane, laneChange } from '../data/campaigns/lane.ts'
import { transact, type Write } from '../data/table/transact.ts'
import { tellReport } from './tell-report.ts'
import { sendTick } from './wake-lane.ts'

/**
 * Makes a campaign CANCELADA and, if it is under way, removes it from its send queue, in one
 * transaction: a tick that read it before writes nothing any more. Messages already sent are
 * followed to their end.
 * @throws WriteRefused when the campaign or the send queue changed since it was read
 */
export async function stopCampaign(
  before: CampaignRow,
  changes: Pick<CampaignChanges, 'reason' | 'whatsappId'> = {},
): Promise<CampaignRow> {
  const { companyId, id, whatsappId, status } = before
  const after = changedCampaign(before, { ...changes, status: 'CANCELADA' })
  const lane = whatsappId === null || status !== 'EM_ANDAMENTO' ? undefined : await getLane(companyId, whatsappId)
  const left = lane && laneChange(lane, leaveLane(lane, id, Date.now()))
  const writes: Write[] = [...campaignWrites(after, before), ...(left?.writes ?? [])]
  await transact(writes)
  left?.settled()
  await Promise.all([left ? sendTick(left.lane) : undefined, tellReport(companyId, id, [])])
  return after
}
