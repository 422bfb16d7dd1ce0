/**
 * Types shared by the steps of an inbound message (decision 0015): the loaded state, the
 * configuration, and the requested actions. Nothing here reads a clock or a table; the inbound
 * worker loads the state and carries the actions out.
 */
import type { MediaType, MessageChoices } from '../../entities/message.ts'
import type { Queue } from '../../entities/queue.ts'
import type { QueueOption } from '../../entities/queue-option.ts'
import type { Settings } from '../../entities/setting.ts'
import type { Rating, TICKET_LOG_TYPES } from '../../entities/ticket.ts'
import type { Whatsapp } from '../../entities/whatsapp.ts'
import type { WeekdaySchedule } from '../../entities/working-hours.ts'
import type { InboundMessage, StoredMedia } from '../../events/queues.ts'
import type { MenuState } from '../queue-menu.ts'
import type { HolidayHours } from '../working-hours.ts'

export const MINUTE = 60_000

/**
 * Bot: a prompt or an integration by its id, or the bill look-up by the chosen option (decision
 * 0015).
 */
export type Bot = { kind: 'integration' | 'prompt' | 'bill'; id: string }

/** Fields of a live ticket that decide how the bot answers. */
export type TicketSnapshot = {
  status: 'pending' | 'open'
  userId: string | null
  queueId: string | null
  menu: MenuState | null
  /** Bot that answers in it, while no person does. */
  bot: Bot | null
  /** Time at which the current expiry timer fires, epoch milliseconds. */
  expiryAt: number | null
}

export type PipelineState = {
  /** Current time, epoch milliseconds. */
  now: number
  /** True if the message is stored already. */
  seen: boolean
  contact: { pictureCheckedAt: number | null } | null
  /** Live ticket of this contact and connection. */
  ticket: TicketSnapshot | null
  /** Contact's last ticket on the connection, if there is no live one. */
  lastClosed: { ticketId: string; closedAt: number; queueId: string | null } | null
  outOfHoursSentAt: number | null
  /** Open request to rate that ticket, valid until then (epoch milliseconds). */
  rating: { until: number; repeated: boolean } | null
  /** Campaign to which this is the contact's first answer. */
  campaign: { id: string } | null
}

export type PipelineConfiguration = {
  settings: Settings
  /**
   * True if the company is disabled or past its due date: messages are stored where attendants see
   * them, and nothing is sent in its name.
   */
  silent?: boolean
  companySchedules: readonly WeekdaySchedule[]
  /** Holidays of the company; they apply to queues too. */
  holidays: readonly HolidayHours[]
  connection: Pick<
    Whatsapp,
    | 'greetingMessage'
    | 'outOfHoursMessage'
    | 'maxUseBotQueues'
    | 'timeUseBotQueues'
    | 'timeSendQueue'
    | 'sendIdQueue'
    | 'timeToTransfer'
    | 'transferQueueId'
    | 'expiresTicket'
    | 'integrationId'
    | 'promptId'
    | 'provider'
  >
  /** Every queue of the company. */
  queues: readonly PipelineQueue[]
  /** Menu options of every queue: parents first, siblings in the order of their menu. */
  options: readonly PipelineOption[]
  /** Queues that the connection offers, in the order of the menu. */
  menuQueueIds: readonly string[]
  /** Ids of the existing prompts and integrations. */
  botIds: readonly string[]
}

/** File of a row, kept to be sent again and again. */
export type KeptMedia = StoredMedia & { key: string }

export type PipelineQueue = Pick<
  Queue,
  'id' | 'name' | 'color' | 'greetingMessage' | 'outOfHoursMessage' | 'schedules' | 'integrationId' | 'promptId'
> & { media: KeptMedia | null }

export type PipelineOption = Pick<
  QueueOption,
  'id' | 'queueId' | 'parentId' | 'title' | 'message' | 'option' | 'kind' | 'targetQueueId'
> & { media: KeptMedia | null }

type TimerKind = 'redirectQueue' | 'transferPending' | 'expireTicket'

/** Actions, carried out in this order. */
export type PipelineAction =
  | { type: 'ignore'; reason: 'duplicate' | 'group' }
  | { type: 'contact' }
  | { type: 'ticket'; use: 'live' | 'create' }
  /** Uses the closed ticket that waits for a rating; it stays closed. */
  | { type: 'ticket'; use: 'rated' }
  | { type: 'ticket'; use: 'reopen'; ticketId: string }
  | { type: 'store'; body: string; mediaType: MediaType; unread: 0 | 1 }
  | { type: 'menu'; menu: MenuState; chatbot: boolean }
  /** Null takes the ticket out of its queue: the contact chooses again. */
  | { type: 'queue'; queueId: string | null }
  | { type: 'log'; event: (typeof TICKET_LOG_TYPES)[number] }
  | BotReply
  | { type: 'rate'; rating: Rating }
  | { type: 'askRatingAgain' }
  | { type: 'answerCampaign'; optsOut: boolean }
  | { type: 'outOfHoursSent' }
  | { type: 'close' }
  | { type: 'arm'; timer: TimerKind; dueAt: number }
  /** Ends the part of a deleted prompt or integration: the menu bot answers again. */
  | { type: 'leaveBot' }
  /** Requests a reply of the bot; `begins`: it did not answer in this ticket before. */
  | { type: 'askBot'; bot: Bot; begins: boolean }
  | { type: 'refreshPicture' }

/**
 * Sends one message of the bot: a text, or a file with the text as its caption. Variables are
 * filled when the ticket is known. `step` determines the message's id, so a replay has the same:
 * `decide` numbers the messages from 0.
 */
export type BotReply = {
  type: 'reply'
  step: number
  text: string
  media?: KeptMedia
  /** Buttons or list under the text. */
  choices?: MessageChoices
}

/** Message to send: first a file, then a text, with its choices; either may be missing. */
export type ReplyText = { text: string; media: KeptMedia | null; choices?: MessageChoices | undefined }

/** State of a message on its way through the steps. */
export type PipelineInput = {
  readonly state: PipelineState
  readonly message: InboundMessage
  readonly configuration: PipelineConfiguration
  /** Ticket after the steps so far; before `resolveTicket` the live one or a new one. */
  readonly ticket: TicketSnapshot
  /**
   * Greeting of the place the message led to, sent with the options of the ticket's queue if the
   * hours allow it.
   */
  readonly greeting: ReplyText | null
}

/** Result of a step: actions, changes for the next steps, and whether the next steps run. */
export type StepResult = {
  actions: readonly PipelineAction[]
  ticket?: TicketSnapshot
  greeting?: ReplyText
  ends?: boolean
}

/** One step of the pipeline; undefined if it does not concern this message. */
export type PipelineStep = (input: PipelineInput) => StepResult | undefined
