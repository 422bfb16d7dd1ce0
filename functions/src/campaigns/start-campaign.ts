import { clearFailures, joinSendQueue } from '@balcao/shared/rules/campaigns/send-queue.ts'
import { type CampaignRow, campaignWrites, changedCampaign } from '../data/campaigns/campaign.ts'
import { progressOf } from '../data/campaigns/campaign-recipient.ts'
import { getSendQueue, sendQueueChange } from '../data/campaigns/send-queue-row.ts'
import { whatsappExists } from '../data/channels/whatsapp.ts'
import { newJob } from '../data/jobs/job.ts'
import { transact } from '../data/table/transact.ts'
import { beginJob } from '../messaging/begin-job.ts'
import { publishCampaignReport } from './publish-campaign-report.ts'
import { sendTick } from './wake-send-queue.ts'

/** Owner of the planning job: nobody asked for it, it is part of sending. */
const PLANNER = { id: 'system', name: '' }

/**
 * Puts a campaign into the send queue of a connection, its own or the replacement, with the job
 * that reads its audience unless all of it has been read. Its status, the send queue, the job and
 * the timers are one transaction, on condition of the row that was read and of the connection.
 * @throws WriteConflict when one of them changed
 * @param clearsFailures resets the count of failures on the connection
 */
export async function startCampaign(
  before: CampaignRow,
  connectionId: string,
  clearsFailures = false,
): Promise<CampaignRow> {
  const { companyId, id: campaignId } = before
  const [sendQueue, { planned }] = await Promise.all([
    getSendQueue(companyId, connectionId),
    progressOf(companyId, campaignId, true),
  ])
  const after = changedCampaign(before, { status: 'EM_ANDAMENTO', whatsappId: connectionId, reason: null })
  const joined = sendQueueChange(
    sendQueue,
    joinSendQueue(clearsFailures ? clearFailures(sendQueue) : sendQueue, campaignId, Date.now()),
  )
  const plan = planned
    ? undefined
    : newJob(companyId, {
        kind: 'campaignPlan',
        user: PLANNER,
        listed: false,
        state: { campaignId, from: null, n: 0, unanswered: 0 },
      })
  // For a changed connection, `campaignWrites` adds this condition.
  const isThere = before.whatsappId === connectionId ? [whatsappExists(companyId, connectionId)] : []
  await transact([...campaignWrites(after, before), ...joined.writes, ...isThere, ...(plan?.writes ?? [])])
  joined.settled()
  await Promise.all([
    plan ? beginJob(plan.job) : undefined,
    sendTick(joined.sendQueue),
    publishCampaignReport(companyId, campaignId, []),
  ])
  return after
}
