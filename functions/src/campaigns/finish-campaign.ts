import { CONFIRMATION_MS } from '@balcao/shared/rules/campaigns/recipient-transitions.ts'
import { leaveSendQueue } from '@balcao/shared/rules/campaigns/send-queue.ts'
import { type CampaignRow, campaignWrites, changedCampaign } from '../data/campaigns/campaign.ts'
import type { Progress } from '../data/campaigns/campaign-recipient.ts'
import { type SendQueueRow, sendQueueChange } from '../data/campaigns/send-queue-row.ts'
import { transact } from '../data/table/transact.ts'
import { publishCampaign } from '../messaging/publish-campaign.ts'
import { publishCampaignReport } from './publish-campaign-report.ts'

/** Grace time (ms) for processing an answer that arrived in time. */
const GRACE = 60_000

/**
 * Returns whether all recipients were served: nothing is to be sent or under way, and no answer is
 * awaited.
 */
export const isServed = ({ counts, inFlight: unacknowledged, planned, askedAt }: Progress, now: number): boolean =>
  planned &&
  counts.waiting + counts.confirmed + unacknowledged === 0 &&
  (counts.confirmationAsked === 0 || now >= askedAt + CONFIRMATION_MS + GRACE)

/**
 * Ends a campaign whose recipients were served.
 * @throws WriteConflict when it or its send queue changed since they were read
 */
export async function finishCampaign(
  sendQueue: SendQueueRow,
  campaign: CampaignRow,
  now: number,
): Promise<SendQueueRow> {
  const after = changedCampaign(campaign, { status: 'FINALIZADA', completedAt: now })
  const left = sendQueueChange(sendQueue, leaveSendQueue(sendQueue, campaign.id, now))
  await transact([...campaignWrites(after, campaign), ...left.writes])
  left.settled()
  await Promise.all([publishCampaign(after, 'update'), publishCampaignReport(campaign.companyId, campaign.id, [])])
  return left.sendQueue
}
