/**
 * Sends one message of a send queue: who is next, what they get, and ONE transaction (recipient,
 * figures, send queue, sent text), then the commands.
 */
import type { RecipientState } from '@balcao/shared/entities/campaign.ts'
import { AppError, type ErrorCode } from '@balcao/shared/errors.ts'
import { markSent, nextStage } from '@balcao/shared/rules/campaigns/recipient-transitions.ts'
import { recordSend } from '@balcao/shared/rules/campaigns/send-queue.ts'
import type { CampaignRow } from '../data/campaigns/campaign.ts'
import {
  changedRecipient,
  getSentMessage,
  type Part,
  type RecipientRow,
  recipientKey,
  recipientWrites,
  sentMessageWrites,
} from '../data/campaigns/campaign-recipient.ts'
import { optedOutAmong } from '../data/campaigns/opt-out-row.ts'
import type { RecipientLookup } from '../data/campaigns/recipient-lookup.ts'
import { type SendQueueRow, sendQueueChange } from '../data/campaigns/send-queue-row.ts'
import type { WhatsappRow } from '../data/channels/whatsapp.ts'
import type { ContactRow } from '../data/contacts/contact-row.ts'
import { transact, type Write } from '../data/table/transact.ts'
import { messageOf, messageWrites } from '../data/tickets/message-row.ts'
import { findLiveTicket, type Stored, storeMessage } from '../data/tickets/ticket.ts'
import type { TicketRow } from '../data/tickets/ticket-row.ts'
import { publishMessage } from '../messaging/publish-ticket.ts'
import { campaignMessages } from './campaign-messages.ts'
import type { CampaignTemplates } from './campaign-templates.ts'
import { compose, partId } from './compose.ts'
import { resolveRecipient } from './resolve-recipient.ts'
import type { SendContext } from './send-context.ts'
import { sendParts } from './send-parts.ts'

/** Outcome for a recipient; `sendQueue` is the send queue's state after it. */
export type SendOutcome = { outcome: 'sent' | 'left out'; sendQueue: SendQueueRow; recipient: RecipientRow }

type Sending = {
  sendQueue: SendQueueRow
  campaign: CampaignRow
  recipient: RecipientRow
  lookup: RecipientLookup
  connection: WhatsappRow
  context: SendContext
  templates: CampaignTemplates
  now: number
  random: number
}

/**
 * Returns whether somebody opted out by another of their numbers: a merged contact has several,
 * which costs half a read unit each.
 */
async function hasOptedOut(contact: ContactRow, key: string): Promise<boolean> {
  const known = [contact, ...(contact.others ?? [])].filter(({ number, lid }) => number !== '' || lid !== null)
  const others = [...new Set(known.map(recipientKey))].filter(each => each !== key)
  return others.length > 0 && (await optedOutAmong(contact.companyId, others)).size > 0
}

/**
 * Sends a recipient their next message, or skips one who opted out or gets nothing.
 * @throws WriteConflict with the label `shipping` when the recipient changed since it was read,
 * `lane` when the send queue did: nothing was written then
 */
export async function sendNext(sending: Sending): Promise<SendOutcome> {
  const { sendQueue, campaign, recipient, lookup, connection, context, templates, now, random } = sending
  const { companyId, campaignId, key } = recipient
  const stage = nextStage(recipient.state, campaign.confirmation)
  if (!stage) throw new Error(`a contact in state ${recipient.state} is not to be sent to`)
  if (lookup.optedOut) return leaveOut(sending, 'optedOut', null)
  const [{ chat, contact }, before] = await Promise.all([
    resolveRecipient(recipient, connection.id, lookup),
    // A repeated message is sent as it was written first.
    recipient.tries > 0 ? getSentMessage(companyId, connection.id, partId(campaignId, key, stage, 0)) : undefined,
  ])
  if (contact && (await hasOptedOut(contact, key))) return leaveOut(sending, 'optedOut', null)
  if (contact?.blocked) return leaveOut(sending, 'failed', 'ERR_CONTACT_BLOCKED')
  const ticket = contact && (await findLiveTicket(companyId, connection.id, contact.id))
  const parts =
    before?.parts ?? (await compose(campaign, recipient, stage, context, templates, ticket, now).catch(unfilled))
  if (parts === 'ERR_TEMPLATE_VARIABLES') return leaveOut(sending, 'failed', parts)
  if (parts.length === 0) return leaveOut(sending, 'failed', 'ERR_CAMPAIGN_NO_MESSAGE')
  const after = changedRecipient(recipient, {
    ...markSent(stage, now),
    reason: null,
    over: connection.id,
    leftAt: now,
    tries: recipient.tries + 1,
    nth: sendQueue.sent + 1,
    ...(chat.to.lid ? { lid: chat.to.lid } : {}),
  })
  // Who confirmed wrote to the number since.
  const isFirst = recipient.state === 'waiting'
  const sentQueue = recordSend(sendQueue, campaign.id, { ...context, now }, random, isFirst)
  const next = sendQueueChange(sendQueue, sentQueue, parts[0]!.id)
  const identity = { companyId, number: recipient.number, lid: after.lid }
  const writesOf = (row: RecipientRow): Write[] => [
    ...recipientWrites(recipient, row),
    ...next.writes,
    ...sentMessageWrites(identity, connection.id, { campaignId, key, stage, parts }, now),
  ]
  const inTicket = { ...after, shown: [...after.shown, stage], ticketId: ticket?.id ?? null }
  const stored =
    ticket && !recipient.shown.includes(stage)
      ? await storeInTicket(ticket, campaign, parts, now, writesOf(inTicket))
      : undefined
  const isStored = stored?.outcome === 'stored'
  // There is no ticket, it was closed since it was read, or it shows the message already.
  if (!isStored) await transact(writesOf(after))
  next.settled()
  await Promise.all([
    sendParts(chat, parts, recipient.tries > 0 ? `|${after.tries}` : ''),
    isStored ? publishMessage(stored.ticket, stored.message, false) : undefined,
  ])
  return { outcome: 'sent', sendQueue: next.sendQueue, recipient: isStored ? inTicket : after }
}

/**
 * Stores the message in the recipient's live ticket, so that its attendant sees what the campaign
 * sends. No user is alerted, and the ticket keeps its place.
 */
async function storeInTicket(
  ticket: TicketRow,
  campaign: CampaignRow,
  parts: readonly Part[],
  now: number,
  writes: readonly Write[],
): Promise<Stored> {
  const [first, ...others] = await campaignMessages(campaign, ticket.whatsapp.id, parts, now)
  const rest = others.map(message => messageOf(ticket, message))
  return storeMessage(ticket, first!, { following: rest, extra: [...rest.flatMap(messageWrites), ...writes] })
}

/** Returns the code of a template that lacks a value for one recipient; the others get theirs. */
function unfilled(error: unknown): 'ERR_TEMPLATE_VARIABLES' {
  if (error instanceof AppError && error.code === 'ERR_TEMPLATE_VARIABLES') return error.code
  throw error
}

/**
 * Marks that a recipient gets no (further) message. The send queue keeps its state: the next one
 * need not wait.
 */
async function leaveOut(
  { sendQueue, recipient }: Pick<Sending, 'sendQueue' | 'recipient'>,
  state: Extract<RecipientState, 'optedOut' | 'failed'>,
  reason: ErrorCode | null,
): Promise<SendOutcome> {
  const after = changedRecipient(recipient, { state, reason })
  await transact(recipientWrites(recipient, after))
  return { outcome: 'left out', sendQueue, recipient: after }
}
