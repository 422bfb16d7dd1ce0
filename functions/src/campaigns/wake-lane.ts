import { wakeLane as awake, type Lane } from '@balcao/shared/rules/campaigns/lane.ts'
import { getCampaign } from '../data/campaigns/campaign.ts'
import { getLane, type LaneRow, LONGEST_DELAY, laneChange } from '../data/campaigns/lane.ts'
import { transact, WriteRefused } from '../data/table/transact.ts'
import { logger } from '../http/logger.ts'
import { enqueueTick } from '../messaging/enqueue.ts'
import { tellReport } from './tell-report.ts'

/**
 * Sends the tick a lane is at, to come when it is due; what is due later than a message can be delayed comes by its timer. A queue out of
 * reach is no failure: the timer sends it.
 */
export async function sendTick({ companyId, connectionId, seq, dueAt, campaigns }: LaneRow): Promise<void> {
  if (campaigns.length === 0) return
  const delay = dueAt - Date.now()
  if (delay > LONGEST_DELAY) return
  try {
    // Rather early than late: who comes early waits for what is left of the second.
    await enqueueTick({ companyId, connectionId, seq }, Math.max(0, Math.floor(delay / 1000)))
  } catch (error) {
    logger.warn('a tick waits for its timer', { companyId, connectionId, error: error as Error })
  }
}

/** There is something to send, or the connection is there again: a lane that waits for it, or found nothing, goes on at once. */
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
    // It is at work.
    if (error instanceof WriteRefused) return
    throw error
  }
  await sendTick(after)
  if (lane.wait) await Promise.all(lane.campaigns.map(id => tellReport(companyId, id, [])))
}

/** A campaign has somebody to send to again: wakes the lane it is in, which may be another than the one that said so. */
export async function wakeLaneOf(companyId: string, campaignId: string): Promise<void> {
  const campaign = await getCampaign(companyId, campaignId, true)
  if (campaign?.status === 'EM_ANDAMENTO' && campaign.whatsappId !== null)
    await wakeLane(companyId, campaign.whatsappId)
}
