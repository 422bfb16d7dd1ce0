/**
 * Conversation with the bot without table, queue or phone: `decide` folded over a contact's
 * messages. The simulator beside the editor shows it, and tests walk it. Texts are as stored: their
 * variables are not filled.
 */
import type { InboundMessage } from '../../events/queues.ts'
import { decide } from './decide.ts'
import type { KeptMedia, PipelineAction, PipelineConfiguration, PipelineState, TicketSnapshot } from './pipeline.ts'

/** State of a conversation between two messages; opaque to callers. */
export type PlayState = {
  readonly configuration: PipelineConfiguration
  /** Ticket; null before the first message, and after the ticket was closed. */
  readonly ticket: TicketSnapshot | null
  readonly lastClosed: PipelineState['lastClosed']
  readonly outOfHoursSentAt: number | null
}

/** Message of the bot: a text, a file, or a file with the text as its caption. */
export type PlayedReply = { text: string; media: KeptMedia | null }

export type Played = {
  state: PlayState
  /** Messages of the bot, in this order. */
  replies: PlayedReply[]
  /**
   * `person`: the bot is silent and the ticket waits for an attendant. `closed`: the ticket is
   * closed. `machine`: a prompt or an integration goes on. `bill`: bills are looked up, after which
   * the ticket is closed or waits for an attendant. Null while the bot still answers.
   */
  ended: 'person' | 'closed' | 'machine' | 'bill' | null
  /**
   * Queue of the ticket, and the option whose menu the contact sees, with the titles on the way to
   * it.
   */
  where: { queueId: string | null; optionId: string | null; path: readonly string[] }
}

/** Returns the state of a contact who has not written yet. */
export const startPlay = (configuration: PipelineConfiguration): PlayState => ({
  configuration,
  ticket: null,
  lastClosed: null,
  outOfHoursSentAt: null,
})

/**
 * Plays a contact's message `text` at `now` (epoch milliseconds, not before the previous message).
 * After `closed`, another message begins a new ticket. The timers of a connection (`timeSendQueue`,
 * `timeToTransfer`) do not run.
 */
export function playAnswer(state: PlayState, text: string, now: number): Played {
  const { ticket, lastClosed, outOfHoursSentAt, configuration } = state
  const found: PipelineState = {
    now,
    seen: false,
    contact: { pictureCheckedAt: now },
    ticket,
    lastClosed: ticket ? null : lastClosed,
    rating: null,
    campaign: null,
    outOfHoursSentAt,
  }
  return carriedOut(state, decide(found, messageOf(text, now), configuration), now)
}

function carriedOut(state: PlayState, actions: readonly PipelineAction[], now: number): Played {
  let ticket = state.ticket ?? BEGUN
  let { outOfHoursSentAt } = state
  const replies: PlayedReply[] = []
  let isClosed = false
  let looksUp = false
  for (const action of actions) {
    if (action.type === 'ticket' && action.use === 'reopen')
      ticket = { ...BEGUN, queueId: state.lastClosed?.queueId ?? null }
    if (action.type === 'queue') ticket = { ...ticket, queueId: action.queueId }
    if (action.type === 'menu') ticket = { ...ticket, menu: action.menu }
    if (action.type === 'askBot' && action.bot.kind === 'bill') looksUp = true
    else if (action.type === 'askBot') ticket = { ...ticket, bot: action.bot }
    if (action.type === 'outOfHoursSent') outOfHoursSentAt = now
    if (action.type === 'reply') replies.push({ text: action.text, media: action.media ?? null })
    if (action.type === 'close') isClosed = true
  }
  const { queueId, menu } = ticket
  const closed = { ticketId: 'played', closedAt: now, queueId }
  const talks = menu?.phase === 'menu' || menu?.phase === 'options'
  return {
    state:
      // A bill is assumed to be sent, so the next message begins another conversation.
      isClosed || looksUp
        ? { ...state, ticket: null, lastClosed: closed, outOfHoursSentAt }
        : { ...state, ticket, outOfHoursSentAt },
    replies,
    ended: looksUp ? 'bill' : isClosed ? 'closed' : ticket.bot ? 'machine' : talks ? null : 'person',
    where: { queueId, optionId: menu?.at?.id ?? null, path: menu?.at?.path ?? [] },
  }
}

const BEGUN: TicketSnapshot = {
  status: 'pending',
  userId: null,
  queueId: null,
  menu: null,
  bot: null,
  expiryAt: null,
}

const messageOf = (body: string, now: number): InboundMessage => ({
  type: 'message',
  companyId: 'played',
  connectionId: 'played',
  whatsappMessageId: 'played',
  chat: {},
  fromMe: false,
  sentAt: now,
  receivedAt: now,
  replayed: false,
  kind: 'text',
  body,
})
