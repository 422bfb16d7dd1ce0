import { wakeLane as awake, type Lane } from '@balcao/shared/rules/campaigns/lane.ts'
import { getCampaign } from '../data/campaigns/campaign.ts'
import { getLane, type LaneRow, LONGEST_DELAY, laneChange } from '../data/campaigns/lane.ts'
import { transact, WriteRefused } from '../data/table/transact.ts'
import { logger } from '../http/logger.ts'
import { enqueueTick } from '../messaging/enqueue.ts'
import { tellReport } from './tell-report.ts'

/**
 * Enqueues a send queue's current tick for its due time; a tick beyond SQS's maximum delay comes by
 * its timer. If SQS is unavailable, nothing has failed: the timer enqueues it.
 */
export async function sendTick({ companyId, connectionId, seq, dueAt, campaigns }: LaneRow): Promise<void> {
  if (campaigns.length === 0) return
  const delay = dueAt - Date.now()
  if (delay > LONGEST_DELAY) return
  try {
    // Rounded down: a tick that is early waits for the rest of the second.
    await enqueueTick({ companyId, connectionId, seq }, Math.max(0, Math.floor(delay / 1000)))
  } catch (error) {
    logger.warn('a tick waits for its timer', { companyId, connectionId, error: error as Error })
  }
}

/**
 * Wakes a send queue that waits or found nothing: there is something to send, or the connection is
 * back.
 */
export async function wakeLane(
  companyId: string,
  connectionId: string,
  waits: (lane: Lane) => boolean = ({ idle }) => idle > 0,
): Promise<void> {
  const now = Date.now()
  const lane = await getLane(companyId, connectionId)
  if (lane.campaigns.length === 0 || lane.dueAt <= Math.max(now, lane.readyAt) || !waits(lane)) return
  const { lane: after, writes } = laneChange(lane, awake(lane, now))
  try {
    await transact(writes)
  } catch (error) {
    // A tick of it is at work.
    if (error instanceof WriteRefused) return
    throw error
  }
  await sendTick(after)
  if (lane.wait) await Promise.all(lane.campaigns.map(id => tellReport(companyId, id, [])))
}

/**
 * Wakes the send queue of a campaign that has a recipient to send to again; the campaign may have
 * moved to another one.
 */
export async function wakeLaneOf(companyId: string, campaignId: string): Promise<void> {
  const campaign = await getCampaign(companyId, campaignId, true)
  if (campaign?.status === 'EM_ANDAMENTO' && campaign.whatsappId !== null)
    await wakeLane(companyId, campaign.whatsappId)
}
