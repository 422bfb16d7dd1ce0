import { leaveLane } from '@balcao/shared/rules/campaigns/lane.ts'
import { CONFIRMATION_MS } from '@balcao/shared/rules/campaigns/shipping-step.ts'
import { type CampaignRow, campaignWrites, changedCampaign } from '../data/campaigns/campaign.ts'
import { type LaneRow, laneChange } from '../data/campaigns/lane.ts'
import type { Progress } from '../data/campaigns/shipping.ts'
import { transact } from '../data/table/transact.ts'
import { tellCampaign } from '../messaging/tell-campaign.ts'
import { tellReport } from './tell-report.ts'

/** Grace time (ms) for processing an answer that arrived in time. */
const GRACE = 60_000

/**
 * Returns whether all recipients were served: nothing is to be sent or under way, and no answer is
 * awaited.
 */
export const isServed = ({ counts, inFlight, planned, askedAt }: Progress, now: number): boolean =>
  planned &&
  counts.waiting + counts.confirmed + inFlight === 0 &&
  (counts.confirmationAsked === 0 || now >= askedAt + CONFIRMATION_MS + GRACE)

/**
 * Ends a campaign whose recipients were served.
 * @throws WriteRefused when it or its send queue changed since they were read
 */
export async function finishCampaign(lane: LaneRow, campaign: CampaignRow, now: number): Promise<LaneRow> {
  const after = changedCampaign(campaign, { status: 'FINALIZADA', completedAt: now })
  const left = laneChange(lane, leaveLane(lane, campaign.id, now))
  await transact([...campaignWrites(after, campaign), ...left.writes])
  left.settled()
  await Promise.all([tellCampaign(after, 'update'), tellReport(campaign.companyId, campaign.id, [])])
  return left.lane
}
