/**
 * Computes the effect of a contact's answer on the campaign that wrote to them, as writes of the
 * transaction that stores the answer.
 */
import type { ShippingState } from '@balcao/shared/entities/campaign.ts'
import { answerTo, isToCome, type Stage } from '@balcao/shared/rules/campaigns/shipping-step.ts'
import { optOutWrite } from '../data/campaigns/opt-out.ts'
import {
  answeredWrites,
  changedShipping,
  type ShippingChanges,
  type ShippingRow,
  shippingWrites,
} from '../data/campaigns/shipping.ts'
import type { ContactRow } from '../data/contacts/contact-row.ts'
import type { Write } from '../data/table/transact.ts'
import { type MessageRow, messageOf, messageWrites } from '../data/tickets/message-row.ts'
import { indexLater } from '../data/tickets/message-words.ts'
import type { Addressed } from './addressed-by.ts'
import { campaignMessages } from './campaign-messages.ts'
import { tellReport } from './tell-report.ts'
import { wakeLaneOf } from './wake-lane.ts'

export type CampaignAnswer = {
  writes: Write[]
  /** The campaign's messages, which the ticket shows from now on. */
  shown: MessageRow[]
  shipping: ShippingRow
}

type Into = { ticketId: string; contact: ContactRow; connectionId: string; now: number }

/** Returns the effect of an answer on its campaign; `now` is in epoch ms. */
export async function takeAnswer(
  { shipping, unshown }: Addressed,
  optsOut: boolean,
  { ticketId, contact, connectionId, now }: Into,
): Promise<CampaignAnswer> {
  const { companyId, key } = shipping
  const after = changedShipping(shipping, {
    ...changesOf(shipping, optsOut, now),
    ticketId,
    shown: [...shipping.shown, ...unshown.map(({ stage }) => stage)],
  })
  const messages = await Promise.all(
    unshown.map(({ stage, parts, at }) => campaignMessages(connectionId, parts, at, ackOf(shipping, stage))),
  )
  const shown = messages.flat().map(message => messageOf({ companyId, id: ticketId, contact }, message))
  return {
    writes: [
      ...shippingWrites(shipping, after),
      ...answeredWrites(shipping, connectionId),
      ...(optsOut ? [optOutWrite(companyId, key, now)] : []),
      ...shown.flatMap(messageWrites).map(write => ({ ...write, label: 'campaignMessage' })),
      ...indexLater(shown),
    ],
    shown,
    shipping: after,
  }
}

function changesOf(shipping: ShippingRow, optsOut: boolean, now: number): ShippingChanges {
  if (optsOut && isToCome(shipping.state)) return { state: 'optedOut' }
  switch (answerTo(shipping, now)) {
    case 'confirms':
      return { state: 'confirmed', confirmedAt: now }
    case 'answers':
      return { state: 'answered', answeredAt: now }
    default:
      return {}
  }
}

const ACKS: Partial<Record<ShippingState, number>> = { delivered: 2, read: 4, answered: 4 }

/** Returns the ack of the message for its ticket. */
const ackOf = ({ state, inFlight }: ShippingRow, stage: Stage): number =>
  inFlight === stage ? 0 : stage === 'message' ? (ACKS[state] ?? 0) : 2

/** Publishes the report after the commit, and wakes the send queue for a confirmed recipient. */
export async function followAnswer({ shipping }: CampaignAnswer): Promise<void> {
  const { companyId, campaignId, state } = shipping
  await Promise.all([
    tellReport(companyId, campaignId, [shipping]),
    state === 'confirmed' ? wakeLaneOf(companyId, campaignId) : undefined,
  ])
}
