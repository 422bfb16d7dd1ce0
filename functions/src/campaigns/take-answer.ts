/** What a contact's answer is to the campaign that wrote to them, as writes of the transaction that stores it. */
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
  /** What the campaign said, which stands in the ticket from now on. */
  shown: MessageRow[]
  shipping: ShippingRow
}

type Into = { ticketId: string; contact: ContactRow; connectionId: string; now: number }

/** `now` is epoch ms. */
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

/** How far the message is, as its ticket shows it. */
const ackOf = ({ state, inFlight }: ShippingRow, stage: Stage): number =>
  inFlight === stage ? 0 : stage === 'message' ? (ACKS[state] ?? 0) : 2

/** After the commit: the report shows it, and who confirmed is next. */
export async function followAnswer({ shipping }: CampaignAnswer): Promise<void> {
  const { companyId, campaignId, state } = shipping
  await Promise.all([
    tellReport(companyId, campaignId, [shipping]),
    state === 'confirmed' ? wakeLaneOf(companyId, campaignId) : undefined,
  ])
}
