/** Handles WhatsApp's acknowledgements of a campaign's messages. */

import type { ErrorCode } from '@balcao/shared/errors.ts'
import {
  acknowledge,
  markFailed,
  markUnsent,
  type Stage,
} from '@balcao/shared/rules/campaigns/recipient-transitions.ts'
import { recordFailure } from '@balcao/shared/rules/campaigns/send-queue.ts'
import {
  changedRecipient,
  getRecipient,
  getSentMessage,
  type RecipientRow,
  recipientWrites,
} from '../data/campaigns/campaign-recipient.ts'
import { getSendQueue, sendQueueChange } from '../data/campaigns/send-queue-row.ts'
import { transact, WriteConflict } from '../data/table/transact.ts'
import { publishCampaignReport } from './publish-campaign-report.ts'
import { wakeSendQueueOf } from './wake-send-queue.ts'

export type CampaignAck = {
  companyId: string
  connectionId: string
  whatsappMessageId: string
  ack: number
  error?: string | undefined
}

/** The connection was not open: the message was never sent. */
const NOT_OPEN = 'ERR_WAPP_NOT_INITIALIZED'

/**
 * Stores an acknowledgement of a campaign's message; returns false when it is not one. Costs two
 * read units, and four write units where it changes something.
 */
export async function takeCampaignAck(event: CampaignAck): Promise<boolean> {
  const { companyId, connectionId, whatsappMessageId } = event
  const sentMessage = await getSentMessage(companyId, connectionId, whatsappMessageId)
  if (!sentMessage) return false
  const { campaignId, key, stage } = sentMessage
  const changed = await retryOnConflict(async () => {
    const before = await getRecipient(companyId, campaignId, key, true)
    return before && applyAck(before, stage, event)
  })
  if (!changed) return true
  await publishCampaignReport(companyId, campaignId, [changed])
  if (changed.state === 'waiting' || changed.state === 'confirmed') await wakeSendQueueOf(companyId, campaignId)
  return true
}

const ROUNDS = 20

/**
 * Retries more often than other writes, and with pauses: a failure is recorded in the send queue,
 * which changes with every message.
 */
async function retryOnConflict<T>(attempt: () => Promise<T>): Promise<T> {
  for (let round = 0; ; round++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof WriteConflict) || round >= ROUNDS) throw error
      await new Promise(resolve => setTimeout(resolve, Math.random() * 20 * round))
    }
  }
}

/**
 * Writes the recipient's new state and returns it; undefined when nothing changes.
 * @throws WriteConflict when it was changed since
 */
async function applyAck(
  before: RecipientRow,
  stage: Stage,
  { companyId, connectionId, ack, error }: CampaignAck,
): Promise<RecipientRow | undefined> {
  const now = Date.now()
  if (!error) {
    const changes = acknowledge(before, stage, ack, now)
    if (!changes) return undefined
    const after = changedRecipient(before, { ...changes, reason: null })
    await transact(recipientWrites(before, after))
    return after
  }
  const changes = error === NOT_OPEN ? markUnsent(before, stage) : markFailed(before, stage)
  if (!changes) return undefined
  const failed = changes.state === 'failed'
  const after = changedRecipient(before, { ...changes, reason: failed ? (error as ErrorCode) : before.reason })
  if (!failed) {
    await transact(recipientWrites(before, after))
    return after
  }
  const sendQueue = await getSendQueue(companyId, connectionId)
  await transact([
    ...recipientWrites(before, after),
    ...sendQueueChange(sendQueue, recordFailure(sendQueue, before.nth)).writes,
  ])
  return after
}
