import { MediaType, type QuotedMessage } from '@balcao/shared/entities/message.ts'
import type { InboundMessage } from '@balcao/shared/events/queues.ts'
import { messageId, newId } from '@balcao/shared/ids.ts'
import { OUT_OF_HOURS_PAUSE } from '@balcao/shared/rules/inbound/answer-out-of-hours.ts'
import type { PipelineAction } from '@balcao/shared/rules/inbound/pipeline.ts'
import { type CampaignAnswer, takeCampaignAnswer } from '../../../campaigns/take-campaign-answer.ts'
import { askBotWrite, botReplyTimer } from '../../../data/automation/bot-reply.ts'
import type { Write } from '../../../data/table/transact.ts'
import { outOfHoursWrite } from '../../../data/tickets/auto-reply.ts'
import { repeatRating } from '../../../data/tickets/live-ticket.ts'
import { type MessageRow, messageOf, messageWrites, type NewMessage } from '../../../data/tickets/message-row.ts'
import type { TicketChanges } from '../../../data/tickets/ticket.ts'
import type { NewLog } from '../../../data/tickets/ticket-log.ts'
import { NO_BOT } from '../../../data/tickets/ticket-row.ts'
import { timerWrite } from '../../../data/timers/timer.ts'
import type { ConnectionConfiguration } from '../../../messaging/configuration.ts'
import { fillText } from '../../../messaging/fill-text.ts'
import { outboxWrite } from '../../../messaging/outbox.ts'
import { quotedAs } from '../../../messaging/outgoing.ts'
import { newOutgoing } from '../../../messaging/send-message.ts'
import { whatsappMessageId } from '../../../messaging/whatsapp-message-id.ts'
import type { Sender } from './find-sender.ts'
import type { ReadState } from './read-state.ts'

/** A message with what was read for it. */
export type PipelineContext = {
  message: InboundMessage
  met: Sender
  found: ReadState
  configuration: ConnectionConfiguration
}

/** The actions as changes of the ticket and writes of one transaction. */
export type Plan = {
  use: 'live' | 'reopen' | 'rated' | 'create'
  ticketId: string
  incoming: NewMessage
  unread: number
  set: TicketChanges
  logs: NewLog[]
  extra: Write[]
  /** The bot's answers. */
  answers: MessageRow[]
  close: boolean
  refreshesPicture: boolean
  /** Whether a bot owes a reply. */
  asks: boolean
  /** The message's meaning as an answer to a campaign. */
  answer?: CampaignAnswer
  /** Must be called once everything is stored. */
  settled: () => void
}

/** Plans the writes; undefined when nothing is to be stored. */
export async function planWrites(
  actions: readonly PipelineAction[],
  context: PipelineContext,
): Promise<Plan | undefined> {
  const { message, met: sender, found: read, configuration } = context
  const { companyId, connectionId } = message
  const { contact } = sender
  const { now, rating } = read.state
  const stored = first(actions, 'store')
  const use = first(actions, 'ticket')?.use
  if (!stored || !use) return undefined
  const ticket = use === 'create' ? undefined : read.ticket
  const ticketId = ticket?.id ?? newId()
  const plan: Plan = {
    use,
    ticketId,
    incoming: await incomingOf(message, stored, sender),
    unread: stored.unread,
    set: {},
    logs: [],
    extra: [],
    answers: [],
    close: false,
    refreshesPicture: false,
    asks: false,
    settled: () => undefined,
  }
  if (message.chat.scoped && !message.fromMe) {
    const before = ticket?.lastContactAt ?? 0
    if (message.sentAt > before) plan.set.lastContactAt = message.sentAt
  }
  let queue = ticket?.queue ?? null
  for (const action of actions) {
    switch (action.type) {
      case 'queue':
        queue = configuration.queues.find(({ id }) => id === action.queueId) ?? null
        plan.set.queue = queue && { id: queue.id, name: queue.name, color: queue.color }
        break
      case 'menu':
        plan.set.menu = action.menu
        plan.set.chatbot = action.chatbot
        break
      case 'log':
        plan.logs.push({ type: action.event, queue })
        break
      case 'rate':
        plan.set.rating = action.rating
        plan.logs.push({ type: 'rated', user: ticket?.user, queue, rating: action.rating })
        break
      case 'askRatingAgain':
        if (ticket && rating) plan.extra.push(repeatRating(ticket, rating.until))
        break
      case 'answerCampaign':
        if (read.addressed) {
          const answer = await takeCampaignAnswer(read.addressed, action.optsOut, {
            ticketId,
            contact,
            connectionId,
            now,
          })
          plan.extra.push(...answer.writes)
          plan.logs.push({ type: 'campaign', campaign: read.addressed.campaign })
          plan.answer = answer
        }
        break
      case 'outOfHoursSent':
        plan.extra.push(outOfHoursWrite(companyId, contact.id, now, OUT_OF_HOURS_PAUSE))
        break
      case 'arm':
        plan.extra.push(timerWrite({ type: action.timer, companyId, ticketId, dueAt: action.dueAt }))
        if (action.timer === 'expireTicket') plan.set.expiryAt = action.dueAt
        break
      case 'close':
        plan.close = true
        plan.logs.push({ type: 'closed', queue })
        break
      case 'leaveMachine':
        Object.assign(plan.set, NO_BOT)
        break
      case 'ask': {
        const { machine: bot, begins } = action
        if (begins) {
          plan.set.useIntegration = true
          plan.set.integrationId = bot.kind === 'integration' ? bot.id : null
          plan.set.promptId = bot.kind === 'prompt' ? bot.id : null
          plan.set.billOptionId = bot.kind === 'bill' ? bot.id : null
        }
        // A bill's owner is known only from this message, and the bot answers it too.
        const first = bot.kind === 'bill' && begins ? plan.incoming.id : null
        plan.extra.push(
          askBotWrite(companyId, ticketId, begins, now, first),
          timerWrite(botReplyTimer(companyId, ticketId, now)),
        )
        plan.asks = true
        break
      }
      case 'refreshPicture':
        plan.refreshesPicture = true
        break
      case 'say': {
        const createdAt = ticket?.createdAt ?? now
        const subject = { id: ticketId, createdAt, contact, queue, user: ticket?.user ?? null }
        const body = fillText(action.text, subject, configuration.settings, now)
        const { media } = action
        const content = media ? { kind: 'media' as const, body, media } : { kind: 'text' as const, body }
        const id = answerId(message, action.step)
        const at = Math.max(now, message.receivedAt + 1) + action.step
        const outgoing = await newOutgoing(connectionId, { content, origin: 'bot' }, id, at)
        const row = messageOf({ companyId, id: ticketId, contact }, outgoing)
        plan.answers.push(row)
        plan.extra.push(...messageWrites(row))
        break
      }
    }
  }
  if (plan.answers.length > 0) {
    const outbox = outboxWrite(companyId, ticketId, now)
    plan.extra.push(...outbox.writes)
    plan.settled = outbox.settled
  }
  return plan
}

/** Returns the id of the bot's answer to a message: a replay answers with the same id. */
export const answerId = ({ connectionId, whatsappMessageId: id }: InboundMessage, step: number): string =>
  whatsappMessageId(connectionId, id, 'answer', String(step))

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

/** Returns the message's row, without its ticket. */
const incomingOf = async (
  message: InboundMessage,
  { body, mediaType }: Extract<PipelineAction, { type: 'store' }>,
  { quoted }: Sender,
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
  albumId: message.albumId ?? null,
  error: message.media?.error ?? null,
  sender: message.group ? (message.sender ?? null) : null,
})
