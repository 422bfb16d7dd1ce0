/** Handles WhatsApp's acknowledgements of a campaign's messages. */

import type { ErrorCode } from '@balcao/shared/errors.ts'
import {
  acknowledge,
  DELIVERED_ACK,
  markAccepted,
  markFailed,
  markRejected,
  markUnsent,
  type Stage,
} from '@balcao/shared/rules/campaigns/recipient-transitions.ts'
import { recordFailure } from '@balcao/shared/rules/campaigns/send-queue.ts'
import { capabilitiesOf } from '@balcao/shared/rules/capabilities.ts'
import {
  changedRecipient,
  getRecipient,
  getSentMessage,
  type RecipientRow,
  recipientWrites,
} from '../data/campaigns/campaign-recipient.ts'
import { getSendQueue, sendQueueChange } from '../data/campaigns/send-queue-row.ts'
import { providerOf } from '../data/channels/provider-of.ts'
import { transact, WriteConflict } from '../data/table/transact.ts'
import { publishCampaignReport } from './publish-campaign-report.ts'
import { stopForReason } from './stop-for-reason.ts'
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

/** Meta refused the message before it was sent: it can be sent later, when the cause is gone. */
const UNSENT: ReadonlySet<string> = new Set([NOT_OPEN, 'ERR_CLOUD_RECONNECT', 'ERR_TEMPLATE_NOT_APPROVED'])

/** Meta refuses every message of this campaign, or punishes further ones (131048, 368, 132015…). */
const STOPS: ReadonlySet<string> = new Set([
  'ERR_CLOUD_QUALITY_LIMIT',
  'ERR_CLOUD_BLOCKED',
  'ERR_CLOUD_PAYMENT',
  'ERR_TEMPLATE_NOT_APPROVED',
])

/** Failures that say nothing about the number, so they pause no campaign. */
const HARMLESS: ReadonlySet<string> = new Set([
  'ERR_CLOUD_NOT_ON_WHATSAPP',
  'ERR_CLOUD_MARKETING_LIMIT',
  'ERR_SEND_UNKNOWN',
])

/**
 * Stores an acknowledgement of a campaign's message; returns false when it is not one. Costs two
 * read units, and four write units where it changes something.
 */
export async function takeCampaignAck(event: CampaignAck): Promise<boolean> {
  const { companyId, connectionId, whatsappMessageId } = event
  const sentMessage = await getSentMessage(companyId, connectionId, whatsappMessageId)
  if (!sentMessage) return false
  const { campaignId, key, stage } = sentMessage
  const isOfficial = capabilitiesOf({ provider: await providerOf(companyId, connectionId) }).window === 'template'
  const changed = await retryOnConflict(async () => {
    const before = await getRecipient(companyId, campaignId, key, true)
    return before && (isOfficial ? applyMetaAck : applyAck)(before, stage, event)
  })
  if (!changed) return true
  if (isOfficial && event.error && STOPS.has(event.error))
    await stopForReason(companyId, campaignId, event.error as ErrorCode)
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
 * Same as `applyAck` for an official number: Meta acknowledges that it accepted a message (ack 1),
 * and may give up an accepted one.
 */
async function applyMetaAck(before: RecipientRow, stage: Stage, event: CampaignAck): Promise<RecipientRow | undefined> {
  const { connectionId, ack, error } = event
  const now = Date.now()
  if (!error) {
    if (ack >= DELIVERED_ACK) return applyAck(before, stage, event)
    const accepted = markAccepted(before, stage, before.reason === 'ERR_SEND_UNKNOWN', now)
    return accepted && writeRecipient(before, changedRecipient(before, { ...accepted, reason: null }))
  }
  // A message that is in a ticket has failed there, and is not sent a second time.
  if (UNSENT.has(error) && !before.shown.includes(stage)) {
    const unsent = markUnsent(before, stage)
    return unsent && writeRecipient(before, changedRecipient(before, unsent))
  }
  const rejected = markRejected(before, stage, error === 'ERR_CLOUD_NOT_ON_WHATSAPP' ? 'invalid' : 'failed')
  if (!rejected) return undefined
  const after = changedRecipient(before, { ...rejected, ...(rejected.state ? { reason: error as ErrorCode } : {}) })
  return rejected.state && !HARMLESS.has(error)
    ? writeFailure(before, after, connectionId)
    : writeRecipient(before, after)
}

async function writeRecipient(before: RecipientRow, after: RecipientRow): Promise<RecipientRow> {
  await transact(recipientWrites(before, after))
  return after
}

/** Writes a failed recipient, and counts the failure among the connection's latest messages. */
async function writeFailure(before: RecipientRow, after: RecipientRow, connectionId: string): Promise<RecipientRow> {
  const sendQueue = await getSendQueue(before.companyId, connectionId)
  await transact([
    ...recipientWrites(before, after),
    ...sendQueueChange(sendQueue, recordFailure(sendQueue, before.nth)).writes,
  ])
  return after
}

/**
 * Writes the recipient's new state and returns it; undefined when nothing changes.
 * @throws WriteConflict when it was changed since
 */
async function applyAck(
  before: RecipientRow,
  stage: Stage,
  { connectionId, ack, error }: CampaignAck,
): Promise<RecipientRow | undefined> {
  const now = Date.now()
  if (!error) {
    const changes = acknowledge(before, stage, ack, now)
    if (!changes) return undefined
    return writeRecipient(before, changedRecipient(before, { ...changes, reason: null }))
  }
  const changes = error === NOT_OPEN ? markUnsent(before, stage) : markFailed(before, stage)
  if (!changes) return undefined
  const failed = changes.state === 'failed'
  const after = changedRecipient(before, { ...changes, reason: failed ? (error as ErrorCode) : before.reason })
  return failed ? writeFailure(before, after, connectionId) : writeRecipient(before, after)
}
