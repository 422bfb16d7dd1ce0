import { MediaType, type QuotedMessage } from '@balcao/shared/entities/message.ts'
import type { InboundMessage } from '@balcao/shared/events/queues.ts'
import { messageId, newId } from '@balcao/shared/ids.ts'
import { capabilitiesOf } from '@balcao/shared/rules/capabilities.ts'
import { windowAfter } from '@balcao/shared/rules/customer-window.ts'
import { OUT_OF_HOURS_PAUSE } from '@balcao/shared/rules/inbound/answer-out-of-hours.ts'
import type { PipelineAction } from '@balcao/shared/rules/inbound/pipeline.ts'
import { asPreviewLink } from '@balcao/shared/rules/preview-link.ts'
import { pictureSize } from '../../../areas/picture-size.ts'
import { takeCampaignAnswer } from '../../../campaigns/take-campaign-answer.ts'
import { askBotWrite, botReplyTimer } from '../../../data/automation/bot-reply.ts'
import { outOfHoursWrite } from '../../../data/tickets/auto-reply.ts'
import { repeatRating } from '../../../data/tickets/live-ticket.ts'
import { messageOf, messageWrites, type NewMessage, type StoredPreview } from '../../../data/tickets/message-row.ts'
import { contactOfTicket, NO_BOT } from '../../../data/tickets/ticket-row.ts'
import { timerWrite } from '../../../data/timers/timer.ts'
import { fieldVariables } from '../../../messaging/field-variables.ts'
import { fillText } from '../../../messaging/fill-text.ts'
import { outboxWrite } from '../../../messaging/outbox.ts'
import { quotedAs } from '../../../messaging/outgoing.ts'
import { newOutgoing } from '../../../messaging/send-message.ts'
import { answerId } from './answer-id.ts'
import type { DecidedMessage, Plan, PlannedMessage } from './message-state.ts'

/** Plans the writes; undefined when nothing is to be stored. */
export async function plan(decided: DecidedMessage): Promise<PlannedMessage | undefined> {
  const { message, contact, configuration, campaign, actions } = decided
  const { companyId, connectionId } = message
  const { now, rating } = decided.state
  const stored = first(actions, 'store')
  const use = first(actions, 'ticket')?.use
  if (!stored || !use) return undefined
  const ticket = use === 'create' ? undefined : decided.ticket
  const ticketId = ticket?.id ?? newId()
  const plan: Plan = {
    use,
    ticketId,
    incoming: await incomingOf(decided, stored),
    unread: stored.unread,
    changes: {},
    logs: [],
    extraWrites: [],
    answers: [],
    closes: false,
    refreshesPicture: false,
    asksBot: false,
    settled: () => undefined,
  }
  if (message.chat.scoped && !message.fromMe) {
    const before = ticket?.lastContactAt ?? 0
    const sentAt = Math.min(message.sentAt, now)
    if (sentAt > before) plan.changes.lastContactAt = sentAt
  }
  if (!message.fromMe && capabilitiesOf(configuration.connection).window === 'template') {
    plan.changes.windowUntil = windowAfter(ticket?.windowUntil, message.sentAt, now)
    if (message.referral && !ticket?.referral) plan.changes.referral = { ...message.referral, at: message.sentAt }
  }
  // The conversation goes on with the number that was written from.
  if (contact.others && !message.fromMe && ticket && ticket.contact.number !== contact.number)
    plan.changes.contact = contactOfTicket(contact)
  let queue = ticket?.queue ?? null
  for (const action of actions) {
    switch (action.type) {
      case 'queue':
        queue = configuration.queues.find(({ id }) => id === action.queueId) ?? null
        plan.changes.queue = queue && { id: queue.id, name: queue.name, color: queue.color }
        break
      case 'menu':
        plan.changes.menu = action.menu
        plan.changes.chatbot = action.chatbot
        break
      case 'log':
        plan.logs.push({ type: action.event, queue })
        break
      case 'rate':
        plan.changes.rating = action.rating
        plan.logs.push({ type: 'rated', user: ticket?.user, queue, rating: action.rating })
        break
      case 'askRatingAgain':
        if (ticket && rating) plan.extraWrites.push(repeatRating(ticket, rating.until))
        break
      case 'answerCampaign':
        if (campaign) {
          const answer = await takeCampaignAnswer(campaign, action.optsOut, { ticketId, contact, connectionId, now })
          plan.extraWrites.push(...answer.writes)
          plan.logs.push({ type: 'campaign', campaign: campaign.campaign })
          plan.campaignAnswer = answer
          // The message it quotes becomes one of the ticket only with this answer.
          const quoted = answer.shown.find(row => row.whatsappMessageId === message.quotedWhatsappId)
          if (quoted) plan.incoming.quoted = quotedAs(quoted)
        }
        break
      case 'outOfHoursSent':
        plan.extraWrites.push(outOfHoursWrite(companyId, contact.id, now, OUT_OF_HOURS_PAUSE))
        break
      case 'arm':
        plan.extraWrites.push(timerWrite({ type: action.timer, companyId, ticketId, dueAt: action.dueAt }))
        if (action.timer === 'expireTicket') plan.changes.expiryAt = action.dueAt
        break
      case 'close':
        plan.closes = true
        plan.logs.push({ type: 'closed', queue })
        break
      case 'leaveBot':
        Object.assign(plan.changes, NO_BOT)
        break
      case 'askBot': {
        const { bot, begins } = action
        if (begins) {
          plan.changes.useIntegration = true
          plan.changes.integrationId = bot.kind === 'integration' ? bot.id : null
          plan.changes.promptId = bot.kind === 'prompt' ? bot.id : null
          plan.changes.billOptionId = bot.kind === 'bill' ? bot.id : null
        }
        // A bill's owner is known only from this message, and the bot answers it too.
        const first = bot.kind === 'bill' && begins ? plan.incoming.id : null
        plan.extraWrites.push(
          askBotWrite(companyId, ticketId, begins, now, first),
          timerWrite(botReplyTimer(companyId, ticketId, now)),
        )
        plan.asksBot = true
        break
      }
      case 'refreshPicture':
        plan.refreshesPicture = true
        break
      case 'reply': {
        const createdAt = ticket?.createdAt ?? now
        const subject = { id: ticketId, createdAt, contact, queue, user: ticket?.user ?? null }
        const about = { companyId, contact, fields: ticket?.fields }
        const more = await fieldVariables(about, action.text)
        const body = fillText(action.text, subject, configuration.settings, now, more)
        const { media, choices } = action
        const content = media
          ? { kind: 'media' as const, body, media }
          : choices
            ? { kind: 'choices' as const, body, choices }
            : { kind: 'text' as const, body }
        const id = answerId(message, action.step)
        const at = Math.max(now, message.receivedAt + 1) + action.step
        const outgoing = await newOutgoing(connectionId, { content, origin: 'bot' }, id, at)
        const row = messageOf({ companyId, id: ticketId, contact: contactOfTicket(contact) }, outgoing)
        plan.answers.push(row)
        plan.extraWrites.push(...messageWrites(row))
        break
      }
    }
  }
  if (plan.answers.length > 0) {
    const outbox = outboxWrite(companyId, ticketId, now)
    plan.extraWrites.push(...outbox.writes)
    plan.settled = outbox.settled
  }
  return { ...decided, plan }
}

const first = <T extends PipelineAction['type']>(actions: readonly PipelineAction[], type: T) =>
  actions.find((action): action is Extract<PipelineAction, { type: T }> => action.type === type)

/**
 * Returns the quotation that WhatsApp delivered with the message, for a quoted message that is not
 * stored.
 */
function deliveredQuotation({ quotation }: InboundMessage): QuotedMessage | null {
  if (!quotation) return null
  const { body, status, fromMe, thumbnail } = quotation
  const mediaType = MediaType.catch('unsupported').parse(quotation.kind)
  return { id: null, body, fromMe: fromMe ?? false, mediaType, name: null, status, ...(thumbnail ? { thumbnail } : {}) }
}

/** Maximum pixels of a preview's picture, by its header. */
const PREVIEW_PIXELS = 1_000_000

/**
 * Returns the preview that the sender's app made of a link, which must be one that may be shown.
 */
function deliveredPreview({ preview }: InboundMessage, body: string): StoredPreview | null {
  if (!preview || !body.includes(preview.link) || !asPreviewLink(preview.link)) return null
  const { thumbnail, ...rest } = preview
  const size = thumbnail ? pictureSize(Buffer.from(thumbnail, 'base64')) : undefined
  const isSmall = typeof size === 'object' && size.width * size.height <= PREVIEW_PIXELS
  return { ...rest, ...(isSmall ? { thumbnail } : {}) }
}

/** Returns the message's row, without its ticket. */
const incomingOf = async (
  { message, quoted }: DecidedMessage,
  { body, mediaType }: Extract<PipelineAction, { type: 'store' }>,
): Promise<NewMessage> => ({
  id: await messageId(message.connectionId, message.whatsappMessageId, message.receivedAt),
  connectionId: message.connectionId,
  whatsappMessageId: message.whatsappMessageId,
  body,
  mediaType,
  fromMe: message.fromMe,
  origin: message.fromMe ? 'handset' : 'contact',
  ack: message.fromMe ? 2 : 0,
  media: message.media ?? null,
  location: message.location ?? null,
  vcards: message.vcards ?? [],
  call: message.call ? { video: message.call.video } : null,
  quoted: quoted ? quotedAs(quoted) : deliveredQuotation(message),
  structured: message.structured
    ? { copy: message.structured.copy ?? [], order: message.structured.order ?? null }
    : null,
  ...(message.poll ? { poll: message.poll } : {}),
  albumId: message.albumId ?? null,
  forwarded: message.forwarded ?? false,
  preview: deliveredPreview(message, body),
  error: message.media?.error ?? null,
  sender: message.group ? (message.sender ?? null) : null,
})
