/**
 * Sends one message of a send queue: who is next, what they get, and ONE transaction (recipient,
 * figures, send queue, sent text), then the commands.
 */
import type { ShippingState } from '@balcao/shared/entities/campaign.ts'
import { sendInLane } from '@balcao/shared/rules/campaigns/lane.ts'
import { leave, nextStage } from '@balcao/shared/rules/campaigns/shipping-step.ts'
import type { CampaignRow } from '../data/campaigns/campaign.ts'
import { type LaneRow, laneChange } from '../data/campaigns/lane.ts'
import type { Person } from '../data/campaigns/person.ts'
import {
  changedShipping,
  getSaid,
  type Part,
  type ShippingRow,
  saidWrites,
  shippingWrites,
} from '../data/campaigns/shipping.ts'
import type { WhatsappRow } from '../data/channels/whatsapp.ts'
import { transact, type Write } from '../data/table/transact.ts'
import { messageOf, messageWrites } from '../data/tickets/message-row.ts'
import { findLiveTicket, type Stored, storeMessage } from '../data/tickets/ticket.ts'
import type { TicketRow } from '../data/tickets/ticket-row.ts'
import { tellMessage } from '../messaging/tell.ts'
import { campaignMessages } from './campaign-messages.ts'
import { compose, partId } from './compose.ts'
import type { Surroundings } from './lane-context.ts'
import { reachShipping } from './reach-shipping.ts'
import { sendParts } from './send-parts.ts'

/** Outcome for a recipient; `lane` is the send queue's state after it. */
export type SendOutcome = { outcome: 'sent' | 'left out'; lane: LaneRow; shipping: ShippingRow }

type Sending = {
  lane: LaneRow
  campaign: CampaignRow
  shipping: ShippingRow
  person: Person
  connection: WhatsappRow
  surroundings: Surroundings
  now: number
  random: number
}

/**
 * Sends a recipient their next message, or skips one who opted out or gets nothing.
 * @throws WriteRefused with the label `shipping` when the recipient changed since it was read,
 * `lane` when the send queue did: nothing was written then
 */
export async function sendNext(sending: Sending): Promise<SendOutcome> {
  const { lane, campaign, shipping, person: known, connection, surroundings, now, random } = sending
  const { companyId, campaignId, key } = shipping
  const stage = nextStage(shipping.state, campaign.confirmation)
  if (!stage) throw new Error(`a contact in state ${shipping.state} is not to be sent to`)
  if (known.optedOut) return leaveOut(sending, 'optedOut')
  const [{ chat, contact }, before] = await Promise.all([
    reachShipping(shipping, connection.id, known),
    // A repeated message is sent as it was written first.
    shipping.tries > 0 ? getSaid(companyId, connection.id, partId(campaignId, key, stage, 0)) : undefined,
  ])
  const ticket = contact && (await findLiveTicket(companyId, connection.id, contact.id))
  const parts = before?.parts ?? (await compose(campaign, shipping, stage, surroundings, ticket, now))
  if (parts.length === 0) return leaveOut(sending, 'failed')
  const after = changedShipping(shipping, {
    ...leave(stage, now),
    reason: null,
    over: connection.id,
    leftAt: now,
    tries: shipping.tries + 1,
    nth: lane.sent + 1,
    ...(chat.to.lid ? { lid: chat.to.lid } : {}),
  })
  const next = laneChange(lane, sendInLane(lane, campaign.id, { ...surroundings, now }, random), parts[0]!.id)
  const person = { companyId, number: shipping.number, lid: after.lid }
  const writesOf = (row: ShippingRow): Write[] => [
    ...shippingWrites(shipping, row),
    ...next.writes,
    ...saidWrites(person, connection.id, { campaignId, key, stage, parts }, now),
  ]
  const inTicket = { ...after, shown: [...after.shown, stage], ticketId: ticket?.id ?? null }
  const stored =
    ticket && !shipping.shown.includes(stage)
      ? await storeInTicket(ticket, connection, parts, now, writesOf(inTicket))
      : undefined
  const isStored = stored?.outcome === 'stored'
  // There is no ticket, it was closed since it was read, or it shows the message already.
  if (!isStored) await transact(writesOf(after))
  next.settled()
  await Promise.all([
    sendParts(chat, parts, shipping.tries > 0 ? `|${after.tries}` : ''),
    isStored ? tellMessage(stored.ticket, stored.message, false) : undefined,
  ])
  return { outcome: 'sent', lane: next.lane, shipping: isStored ? inTicket : after }
}

/**
 * Stores the message in the recipient's live ticket, so that its attendant sees what the campaign
 * sends. No user is alerted, and the ticket keeps its place.
 */
async function storeInTicket(
  ticket: TicketRow,
  connection: WhatsappRow,
  parts: readonly Part[],
  now: number,
  writes: readonly Write[],
): Promise<Stored> {
  const [first, ...others] = await campaignMessages(connection.id, parts, now)
  const rest = others.map(message => messageOf(ticket, message))
  return storeMessage(ticket, first!, { said: rest, extra: [...rest.flatMap(messageWrites), ...writes] })
}

/**
 * Marks that a recipient gets no (further) message. The send queue keeps its state: the next one
 * need not wait.
 */
async function leaveOut(
  { lane, shipping }: Pick<Sending, 'lane' | 'shipping'>,
  state: Extract<ShippingState, 'optedOut' | 'failed'>,
): Promise<SendOutcome> {
  const after = changedShipping(shipping, { state, reason: state === 'failed' ? 'ERR_CAMPAIGN_NO_MESSAGE' : null })
  await transact(shippingWrites(shipping, after))
  return { outcome: 'left out', lane, shipping: after }
}
