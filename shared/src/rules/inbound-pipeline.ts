/**
 * What an inbound message leads to (4-decisions §4), as a pure function of the state found, the message and the
 * configuration. It reads no clock and no table; the inbound worker loads the state and carries the actions out.
 */
import type { MediaType } from '../entities/message.ts'
import type { Queue } from '../entities/queue.ts'
import type { Settings } from '../entities/setting.ts'
import type { TICKET_LOG_TYPES } from '../entities/ticket.ts'
import type { Whatsapp } from '../entities/whatsapp.ts'
import type { WeekdaySchedule } from '../entities/working-hours.ts'
import type { InboundMessage } from '../events/queues.ts'
import { afterInvalid, chosen, type MenuState, menuText } from './queue-menu.ts'
import { isWithinHours, localDay, localTime } from './working-hours.ts'

const MINUTE = 60_000
/** The out-of-hours message goes to a contact at most once in this time. */
export const OUT_OF_HOURS_PAUSE = 120 * MINUTE
/** A profile picture is asked for again after this time. */
export const PICTURE_LIFETIME = 24 * 60 * MINUTE

/** Said when the setting `call` refuses calls. */
export const CALL_REFUSED_TEXT =
  'Este número não atende chamadas de voz nem de vídeo. Por favor, envie uma mensagem de texto ou de áudio.'

export type PipelineState = {
  /** Epoch ms. */
  now: number
  /** The message is stored already. */
  seen: boolean
  contact: { pictureCheckedAt: number | null } | null
  /** The ticket of this contact and connection that is not closed. */
  ticket: {
    status: 'pending' | 'open'
    userId: string | null
    queueId: string | null
    menu: MenuState | null
    /** When the expiry timer that is armed fires, epoch ms. */
    expiryAt: number | null
  } | null
  /** The contact's last ticket on the connection, when there is no live one. */
  lastClosed: { ticketId: string; closedAt: number; queueId: string | null } | null
  outOfHoursSentAt: number | null
}

export type PipelineConfiguration = {
  settings: Settings
  companySchedules: readonly WeekdaySchedule[]
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
  >
  /** Every queue of the company. */
  queues: readonly Pick<Queue, 'id' | 'name' | 'color' | 'greetingMessage' | 'outOfHoursMessage' | 'schedules'>[]
  /** Those the connection offers, in the order of the menu. */
  menuQueueIds: readonly string[]
}

type TimerKind = 'redirectQueue' | 'transferPending' | 'expireTicket'

/** In the order in which they are carried out. */
export type PipelineAction =
  | { type: 'ignore'; reason: 'duplicate' | 'group' }
  | { type: 'contact' }
  | { type: 'ticket'; use: 'live' | 'create' }
  | { type: 'ticket'; use: 'reopen'; ticketId: string }
  | { type: 'store'; body: string; mediaType: MediaType; unread: 0 | 1 }
  | { type: 'menu'; menu: MenuState; chatbot: boolean }
  | { type: 'queue'; queueId: string }
  | { type: 'log'; event: (typeof TICKET_LOG_TYPES)[number] }
  /** The bot writes: variables are filled when the ticket is known. `step` makes the message's id, the same in a replay. */
  | { type: 'say'; step: number; text: string }
  | { type: 'outOfHoursSent' }
  | { type: 'close' }
  | { type: 'arm'; timer: TimerKind; dueAt: number }
  | { type: 'refreshPicture' }

/** How the message is shown. */
function mediaTypeOf(message: InboundMessage): MediaType {
  switch (message.kind) {
    case 'text':
      return 'chat'
    case 'media':
      return message.media?.kind ?? 'unsupported'
    case 'location':
      return 'locationMessage'
    case 'contacts':
      return (message.vcards?.length ?? 0) > 1 ? 'contactMessage' : 'vcard'
    case 'call_log':
      return 'call_log'
    case 'unsupported':
      return 'unsupported'
  }
}

/** `Chamada de voz perdida às 14:03` */
const callText = (message: InboundMessage, timeZone: string): string =>
  `Chamada de ${message.call?.video ? 'vídeo' : 'voz'} perdida às ${localTime(message.sentAt, timeZone)}`

export function decide(
  state: PipelineState,
  message: InboundMessage,
  configuration: PipelineConfiguration,
): PipelineAction[] {
  const { settings, connection } = configuration
  const isGroup = message.group !== undefined
  if (state.seen) return [{ type: 'ignore', reason: 'duplicate' }]
  if (isGroup && settings.CheckMsgIsGroup === 'enabled') return [{ type: 'ignore', reason: 'group' }]

  const actions: PipelineAction[] = [{ type: 'contact' }]
  const picture = state.contact?.pictureCheckedAt ?? null
  if (!isGroup && (picture === null || state.now - picture >= PICTURE_LIFETIME))
    actions.push({ type: 'refreshPicture' })

  const ticket = findTicket(state, configuration, actions)

  const isCall = message.kind === 'call_log'
  actions.push({
    type: 'store',
    body: isCall ? callText(message, settings.timezone) : message.body,
    mediaType: mediaTypeOf(message),
    unread: message.fromMe ? 0 : 1,
  })

  if (ticket.status === 'open' && connection.expiresTicket > 0 && (ticket.expiryAt ?? 0) <= state.now)
    actions.push({ type: 'arm', timer: 'expireTicket', dueAt: state.now + connection.expiresTicket * MINUTE })

  if (message.fromMe) {
    // A person speaks from the handset: the bot keeps out of it.
    if (ticket.status === 'pending' && ticket.menu?.phase !== 'done') actions.push(silence(ticket.menu, state.now))
    return actions
  }
  if (isGroup) return actions
  if (isCall) {
    if (message.call?.refused) actions.push({ type: 'say', step: 0, text: CALL_REFUSED_TEXT })
    return actions
  }

  const closed = outsideHours(ticket.queueId, state, configuration)
  if (closed) return [...actions, ...closed]
  if (ticket.userId !== null || ticket.status !== 'pending') return actions
  if (ticket.queueId !== null || ticket.menu?.phase === 'done') return actions
  return [...actions, ...talk(ticket.menu, message, state, configuration)]
}

type Standing = NonNullable<PipelineState['ticket']>

/** §3: the live ticket, the last one again when it was closed today and the setting says so, or a new one. */
function findTicket(
  state: PipelineState,
  { settings, connection }: PipelineConfiguration,
  actions: PipelineAction[],
): Standing {
  if (state.ticket) {
    actions.push({ type: 'ticket', use: 'live' })
    return state.ticket
  }
  const last = state.lastClosed
  const today = last !== null && localDay(last.closedAt, settings.timezone) === localDay(state.now, settings.timezone)
  const reopens = today && settings.newTicketChatForDay === 'enabled'
  actions.push(reopens ? { type: 'ticket', use: 'reopen', ticketId: last.ticketId } : { type: 'ticket', use: 'create' })
  if (connection.timeToTransfer > 0 && connection.transferQueueId)
    actions.push({ type: 'arm', timer: 'transferPending', dueAt: state.now + connection.timeToTransfer * MINUTE })
  return { status: 'pending', userId: null, queueId: reopens ? last.queueId : null, menu: null, expiryAt: null }
}

const silence = (menu: MenuState | null, now: number): PipelineAction => ({
  type: 'menu',
  menu: { startedAt: now, shownAt: now, repeats: 0, ...menu, phase: 'done' },
  chatbot: false,
})

/**
 * Outside working hours with something to say: the message, at most once per contact and pause, and nothing else from the
 * bot. Undefined inside them. With `scheduleType` queue the hours are the queue's, so a ticket without one is never late.
 */
function outsideHours(
  queueId: string | null,
  state: PipelineState,
  { settings, companySchedules, connection, queues }: PipelineConfiguration,
): PipelineAction[] | undefined {
  const queue = queues.find(({ id }) => id === queueId)
  const hours =
    settings.scheduleType === 'company'
      ? companySchedules
      : settings.scheduleType === 'queue'
        ? (queue?.schedules ?? [])
        : []
  if (isWithinHours(hours, state.now, settings.timezone)) return undefined
  const text = queue?.outOfHoursMessage.trim() || connection.outOfHoursMessage.trim()
  if (!text) return undefined
  if (state.outOfHoursSentAt !== null && state.now - state.outOfHoursSentAt < OUT_OF_HOURS_PAUSE) return []
  const actions: PipelineAction[] = [{ type: 'outOfHoursSent' }, { type: 'say', step: 0, text }]
  if (settings.finishTicketOutFourHours === 'enabled') actions.push({ type: 'close' })
  return actions
}

/** §4.9: one queue is set, several are offered by number. */
function talk(
  menu: MenuState | null,
  message: InboundMessage,
  state: PipelineState,
  configuration: PipelineConfiguration,
): PipelineAction[] {
  const { connection, settings, menuQueueIds } = configuration
  const choices = menuQueueIds.flatMap(id => configuration.queues.find(queue => queue.id === id) ?? [])
  const [only] = choices

  if (choices.length === 0) {
    const greeting = connection.greetingMessage.trim()
    return [silence(menu, state.now), ...(greeting ? [{ type: 'say' as const, step: 0, text: greeting }] : [])]
  }
  if (choices.length === 1 && only) {
    const greets = settings.sendGreetingMessageOneQueues === 'enabled'
    return enterQueue(
      only,
      greets ? only.greetingMessage || connection.greetingMessage : '',
      menu,
      state,
      configuration,
    )
  }

  const text = menuText(connection.greetingMessage, choices)
  if (menu === null) {
    const actions: PipelineAction[] = [
      { type: 'menu', menu: { phase: 'menu', startedAt: state.now, shownAt: state.now, repeats: 0 }, chatbot: true },
      { type: 'log', event: 'chatbot' },
      { type: 'say', step: 0, text },
    ]
    if (connection.timeSendQueue > 0 && connection.sendIdQueue)
      actions.push({ type: 'arm', timer: 'redirectQueue', dueAt: state.now + connection.timeSendQueue * MINUTE })
    return actions
  }

  const choice = message.kind === 'text' ? chosen(message.body, choices) : undefined
  if (choice) return enterQueue(choice, choice.greetingMessage, menu, state, configuration)
  switch (afterInvalid(menu, connection, state.now)) {
    case 'wait':
      return []
    case 'stop':
      return [silence(menu, state.now)]
    case 'repeat':
      return [
        { type: 'menu', menu: { ...menu, shownAt: state.now, repeats: menu.repeats + 1 }, chatbot: true },
        { type: 'say', step: 0, text },
      ]
  }
}

/** The ticket gets its queue: greeted, or told the hours when the queue is closed now. */
function enterQueue(
  queue: { id: string },
  greeting: string,
  menu: MenuState | null,
  state: PipelineState,
  configuration: PipelineConfiguration,
): PipelineAction[] {
  const actions: PipelineAction[] = [
    { type: 'queue', queueId: queue.id },
    { type: 'log', event: 'queue' },
    silence(menu, state.now),
  ]
  const closed = outsideHours(queue.id, state, configuration)
  if (closed) return [...actions, ...closed]
  if (greeting.trim()) actions.push({ type: 'say', step: 0, text: greeting.trim() })
  return actions
}
