import { wakeSendQueue as awake, type SendQueue } from '@balcao/shared/rules/campaigns/send-queue.ts'
import { getCampaign } from '../data/campaigns/campaign.ts'
import { getSendQueue, MAX_DELAY_MS, type SendQueueRow, sendQueueChange } from '../data/campaigns/send-queue-row.ts'
import { transact, WriteConflict } from '../data/table/transact.ts'
import { logger } from '../http/logger.ts'
import { enqueueTick } from '../messaging/enqueue.ts'
import { publishCampaignReport } from './publish-campaign-report.ts'

/**
 * Enqueues a send queue's current tick for its due time; a tick beyond SQS's maximum delay comes by
 * its timer. If SQS is unavailable, nothing has failed: the timer enqueues it.
 */
export async function sendTick({ companyId, connectionId, seq, dueAt, campaigns }: SendQueueRow): Promise<void> {
  if (campaigns.length === 0) return
  const delay = dueAt - Date.now()
  if (delay > MAX_DELAY_MS) return
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
export async function wakeSendQueue(
  companyId: string,
  connectionId: string,
  waits: (sendQueue: SendQueue) => boolean = ({ idle }) => idle > 0,
): Promise<void> {
  const now = Date.now()
  const sendQueue = await getSendQueue(companyId, connectionId)
  if (sendQueue.campaigns.length === 0 || sendQueue.dueAt <= Math.max(now, sendQueue.readyAt) || !waits(sendQueue))
    return
  const { sendQueue: after, writes } = sendQueueChange(sendQueue, awake(sendQueue, now))
  try {
    await transact(writes)
  } catch (error) {
    // A tick of it is at work.
    if (error instanceof WriteConflict) return
    throw error
  }
  await sendTick(after)
  if (sendQueue.wait) await Promise.all(sendQueue.campaigns.map(id => publishCampaignReport(companyId, id, [])))
}

/**
 * Wakes the send queue of a campaign that has a recipient to send to again; the campaign may have
 * moved to another one.
 */
export async function wakeSendQueueOf(companyId: string, campaignId: string): Promise<void> {
  const campaign = await getCampaign(companyId, campaignId, true)
  if (campaign?.status === 'EM_ANDAMENTO' && campaign.whatsappId !== null)
    await wakeSendQueue(companyId, campaign.whatsappId)
}
