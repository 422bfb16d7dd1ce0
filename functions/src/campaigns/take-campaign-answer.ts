/**
 * Computes the effect of a contact's answer on the campaign that wrote to them, as writes of the
 * transaction that stores the answer.
 */
import type { RecipientState } from '@balcao/shared/entities/campaign.ts'
import { answerTo, isPending, type Stage } from '@balcao/shared/rules/campaigns/recipient-transitions.ts'
import {
  answeredWrites,
  changedRecipient,
  type RecipientChanges,
  type RecipientRow,
  recipientWrites,
} from '../data/campaigns/campaign-recipient.ts'
import { optOutWrite } from '../data/campaigns/opt-out-row.ts'
import type { ContactRow } from '../data/contacts/contact-row.ts'
import type { Write } from '../data/table/transact.ts'
import { type MessageRow, messageOf, messageWrites } from '../data/tickets/message-row.ts'
import { indexLater } from '../data/tickets/message-words.ts'
import { contactOfTicket } from '../data/tickets/ticket-row.ts'
import type { AwaitingCampaign } from './awaiting-campaign.ts'
import { campaignMessages } from './campaign-messages.ts'
import { publishCampaignReport } from './publish-campaign-report.ts'
import { wakeSendQueueOf } from './wake-send-queue.ts'

export type CampaignAnswer = {
  writes: Write[]
  /** The campaign's messages, which the ticket shows from now on. */
  shown: MessageRow[]
  recipient: RecipientRow
}

type Into = { ticketId: string; contact: ContactRow; connectionId: string; now: number }

/** Returns the effect of an answer on its campaign; `now` is in epoch ms. */
export async function takeCampaignAnswer(
  { campaign, recipient, unshown }: AwaitingCampaign,
  optsOut: boolean,
  { ticketId, contact, connectionId, now }: Into,
): Promise<CampaignAnswer> {
  const { companyId, key } = recipient
  const after = changedRecipient(recipient, {
    ...changesOf(recipient, optsOut, now),
    ticketId,
    shown: [...recipient.shown, ...unshown.map(({ stage }) => stage)],
  })
  const messages = await Promise.all(
    unshown.map(({ stage, parts, at }) => campaignMessages(campaign, connectionId, parts, at, ackOf(recipient, stage))),
  )
  const into = { companyId, id: ticketId, contact: contactOfTicket(contact) }
  const shown = messages.flat().map(message => messageOf(into, message))
  return {
    writes: [
      ...recipientWrites(recipient, after),
      ...answeredWrites(recipient, connectionId),
      ...(optsOut ? [optOutWrite(companyId, key, now)] : []),
      ...shown.flatMap(messageWrites).map(write => ({ ...write, label: 'campaignMessage' })),
      ...indexLater(shown),
    ],
    shown,
    recipient: after,
  }
}

function changesOf(recipient: RecipientRow, optsOut: boolean, now: number): RecipientChanges {
  if (optsOut && isPending(recipient.state)) return { state: 'optedOut' }
  switch (answerTo(recipient, now)) {
    case 'confirms':
      return { state: 'confirmed', confirmedAt: now }
    case 'answers':
      return { state: 'answered', answeredAt: now }
    default:
      return {}
  }
}

const ACKS: Partial<Record<RecipientState, number>> = { sent: 1, delivered: 2, read: 4, answered: 4 }

/** Returns the ack of the message for its ticket. */
const ackOf = ({ state, inFlight }: RecipientRow, stage: Stage): number =>
  inFlight === stage ? 0 : stage === 'message' ? (ACKS[state] ?? 0) : 2

/** Publishes the report after the commit, and wakes the send queue for a confirmed recipient. */
export async function followCampaignAnswer({ recipient }: CampaignAnswer): Promise<void> {
  const { companyId, campaignId, state } = recipient
  await Promise.all([
    publishCampaignReport(companyId, campaignId, [recipient]),
    state === 'confirmed' ? wakeSendQueueOf(companyId, campaignId) : undefined,
  ])
}
