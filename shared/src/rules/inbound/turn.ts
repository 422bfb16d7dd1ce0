/**
 * What the steps of an inbound message share (decision 0015): the state found, the configuration,
 * and the actions they ask for. Nothing here reads a clock or a table; the inbound worker loads the
 * state and carries the actions out.
 */
import type { MediaType } from '../../entities/message.ts'
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
 * An AI agent or integration by its id, or the look-up of bills by the chosen option
 * (decision 0015).
 */
export type Machine = { kind: 'integration' | 'prompt' | 'bill'; id: string }

/** What of a ticket that is not closed decides how the bot answers. */
export type Standing = {
  status: 'pending' | 'open'
  userId: string | null
  queueId: string | null
  menu: MenuState | null
  /** What answers in it, while no person does. */
  machine: Machine | null
  /** When the expiry timer that is armed fires, epoch ms. */
  expiryAt: number | null
}

export type PipelineState = {
  /** Epoch ms. */
  now: number
  /** The message is stored already. */
  seen: boolean
  contact: { pictureCheckedAt: number | null } | null
  /** The ticket of this contact and connection that is not closed. */
  ticket: Standing | null
  /** The contact's last ticket on the connection, when there is no live one. */
  lastClosed: { ticketId: string; closedAt: number; queueId: string | null } | null
  outOfHoursSentAt: number | null
  /** They were asked to rate that ticket, have until then (epoch ms), and have not yet. */
  rating: { until: number; repeated: boolean } | null
  /** A campaign wrote to them, and this is the first they say to it. */
  campaign: { id: string } | null
}

export type PipelineConfiguration = {
  settings: Settings
  /** The company is disabled or past its due date: what comes is stored where it will be seen, and nothing is said in its name. */
  silent?: boolean
  companySchedules: readonly WeekdaySchedule[]
  /** Of the company; they hold for queues too. */
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
  >
  /** Every queue of the company. */
  queues: readonly PipelineQueue[]
  /** The menu options of every queue, parents first, siblings in the order of their menu. */
  options: readonly PipelineOption[]
  /** Those the connection offers, in the order of the menu. */
  menuQueueIds: readonly string[]
  /** The ids of the agents and integrations there are. */
  machineIds: readonly string[]
}

/** A file that a row keeps to be sent again and again. */
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

/** In the order in which they are carried out. */
export type PipelineAction =
  | { type: 'ignore'; reason: 'duplicate' | 'group' }
  | { type: 'contact' }
  | { type: 'ticket'; use: 'live' | 'create' }
  /** The closed one that waits for a rating; it stays closed. */
  | { type: 'ticket'; use: 'rated' }
  | { type: 'ticket'; use: 'reopen'; ticketId: string }
  | { type: 'store'; body: string; mediaType: MediaType; unread: 0 | 1 }
  | { type: 'menu'; menu: MenuState; chatbot: boolean }
  /** Null takes it out of its queue: the contact chooses again. */
  | { type: 'queue'; queueId: string | null }
  | { type: 'log'; event: (typeof TICKET_LOG_TYPES)[number] }
  | Said
  | { type: 'rate'; rating: Rating }
  | { type: 'askRatingAgain' }
  | { type: 'answerCampaign'; optsOut: boolean }
  | { type: 'outOfHoursSent' }
  | { type: 'close' }
  | { type: 'arm'; timer: TimerKind; dueAt: number }
  /** What answered in the ticket is gone: the bot has it again. */
  | { type: 'leaveMachine' }
  /** The machine owes an answer; `begins`: it was not the one that answers here. */
  | { type: 'ask'; machine: Machine; begins: boolean }
  | { type: 'refreshPicture' }

/**
 * The bot writes one message: a text, or a file with the text under it. Variables are filled when the ticket is known. `step`
 * makes the message's id, the same in a replay: `decide` counts what is said, from 0.
 */
export type Said = { type: 'say'; step: number; text: string; media?: KeptMedia }

/** What is to be said: a file first, then a text; either may be missing. */
export type Saying = { text: string; media: KeptMedia | null }

/** A message on its way through the steps. */
export type Turn = {
  readonly state: PipelineState
  readonly message: InboundMessage
  readonly configuration: PipelineConfiguration
  /** The ticket as the steps so far leave it; before `takeTicket` the live one or a new one. */
  readonly ticket: Standing
  /** The message led to where this is said, and the ticket's queue offers its options, once the hours allow it. */
  readonly greeting: Saying | null
}

/** What a step comes to: actions, what the next steps go by, and whether there are any. */
export type Outcome = {
  actions: readonly PipelineAction[]
  ticket?: Standing
  greeting?: Saying
  ends?: boolean
}

/** One step of the pipeline; undefined when it has nothing to do with this message. */
export type Step = (turn: Turn) => Outcome | undefined
