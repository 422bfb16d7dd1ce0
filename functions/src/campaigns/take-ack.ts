/** Handles WhatsApp's acknowledgements of a campaign's messages. */

import type { ErrorCode } from '@balcao/shared/errors.ts'
import { noteFailure } from '@balcao/shared/rules/campaigns/lane.ts'
import { acknowledge, comeBack, fail, type Stage } from '@balcao/shared/rules/campaigns/shipping-step.ts'
import { getLane, laneChange } from '../data/campaigns/lane.ts'
import { changedShipping, getSaid, getShipping, type ShippingRow, shippingWrites } from '../data/campaigns/shipping.ts'
import { transact, WriteRefused } from '../data/table/transact.ts'
import { tellReport } from './tell-report.ts'
import { wakeLaneOf } from './wake-lane.ts'

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
  const said = await getSaid(companyId, connectionId, whatsappMessageId)
  if (!said) return false
  const { campaignId, key, stage } = said
  const changed = await inTheEnd(async () => {
    const before = await getShipping(companyId, campaignId, key, true)
    return before && takeOnce(before, stage, event)
  })
  if (!changed) return true
  await tellReport(companyId, campaignId, [changed])
  if (changed.state === 'waiting' || changed.state === 'confirmed') await wakeLaneOf(companyId, campaignId)
  return true
}

const ROUNDS = 20

/**
 * Retries more often than other writes, and with pauses: a failure is recorded in the send queue,
 * which changes with every message.
 */
async function inTheEnd<T>(attempt: () => Promise<T>): Promise<T> {
  for (let round = 0; ; round++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof WriteRefused) || round >= ROUNDS) throw error
      await new Promise(resolve => setTimeout(resolve, Math.random() * 20 * round))
    }
  }
}

/**
 * Writes the recipient's new state and returns it; undefined when nothing changes.
 * @throws WriteRefused when it was changed since
 */
async function takeOnce(
  before: ShippingRow,
  stage: Stage,
  { companyId, connectionId, ack, error }: CampaignAck,
): Promise<ShippingRow | undefined> {
  const now = Date.now()
  if (!error) {
    const changes = acknowledge(before, stage, ack, now)
    if (!changes) return undefined
    const after = changedShipping(before, { ...changes, reason: null })
    await transact(shippingWrites(before, after))
    return after
  }
  const changes = error === NOT_OPEN ? comeBack(before, stage) : fail(before, stage)
  if (!changes) return undefined
  const failed = changes.state === 'failed'
  const after = changedShipping(before, { ...changes, reason: failed ? (error as ErrorCode) : before.reason })
  if (!failed) {
    await transact(shippingWrites(before, after))
    return after
  }
  const lane = await getLane(companyId, connectionId)
  await transact([...shippingWrites(before, after), ...laneChange(lane, noteFailure(lane, before.nth)).writes])
  return after
}
