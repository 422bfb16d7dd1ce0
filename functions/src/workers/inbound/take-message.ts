/**
 * A message from WhatsApp: found or made contact, decided, and carried out in ONE transaction: message, ticket, log, the
 * bot's answer, its timers. So a redelivery finds either nothing done or everything, and its pointer refuses it.
 */
import { AppError } from '@balcao/shared/errors.ts'
import { chatGroup, type InboundMessage } from '@balcao/shared/events/queues.ts'
import { messageId, newId, timeOfId } from '@balcao/shared/ids.ts'
import {
  decide,
  OUT_OF_HOURS_PAUSE,
  type PipelineAction,
  type PipelineState,
} from '@balcao/shared/rules/inbound-pipeline.ts'
import { fillVariables, protocolOf } from '@balcao/shared/rules/variables.ts'
import { outOfHoursSentAt, outOfHoursWrite } from '../../data/auto-reply.ts'
import { findOrCreateContact } from '../../data/contact.ts'
import type { ContactRow } from '../../data/contact-row.ts'
import { standingOf } from '../../data/live-ticket.ts'
import { findMessageByWhatsappId, isMessageStored } from '../../data/message.ts'
import { type MessageRow, messageOf, messageWrites, type NewMessage } from '../../data/message-row.ts'
import { changeTicket, createTicket, getTicket, storeMessage, type TicketChanges } from '../../data/ticket.ts'
import type { NewLog } from '../../data/ticket-log.ts'
import type { TicketRow } from '../../data/ticket-row.ts'
import { timerWrite } from '../../data/timer.ts'
import { type Write, WriteRefused } from '../../data/transact.ts'
import { chatOf } from '../../messaging/chat-commands.ts'
import { type ConnectionConfiguration, configurationOf } from '../../messaging/configuration.ts'
import { enqueueJob } from '../../messaging/enqueue.ts'
import { outboxWrite } from '../../messaging/outbox.ts'
import { quotedAs } from '../../messaging/outgoing.ts'
import { dispatch, newOutgoing } from '../../messaging/send-message.ts'
import { tellContact, tellLogs, tellMessage, tellTicket } from '../../messaging/tell.ts'
import { whatsappMessageId } from '../../messaging/whatsapp-message-id.ts'

/** What was decided on changed before it could be written: decide again. */
class Moved extends Error {}

/** Also: the ticket was deleted, or another one was made, between reading and writing. */
const isOutdated = (error: unknown): boolean =>
  error instanceof Moved ||
  error instanceof WriteRefused ||
  (error instanceof AppError && (error.code === 'ERR_NO_TICKET_FOUND' || error.code === 'ERR_OTHER_OPEN_TICKET'))

const ROUNDS = 30

export async function takeMessage(message: InboundMessage): Promise<void> {
  const { companyId, connectionId, group } = message
  const configuration = await configurationOf(companyId, connectionId)
  // The connection was deleted, and its conversations with it.
  if (!configuration) return
  // `decide` would say the same, but nothing needs to be read for it.
  if (group && configuration.settings.CheckMsgIsGroup === 'enabled') return

  const [found, guess, quoted] = await Promise.all([
    findOrCreateContact(companyId, group ? { group } : { peer: message.chat }, message.pushName),
    guessTicket(companyId, chatKey(message)),
    message.quotedWhatsappId ? findMessageByWhatsappId(companyId, connectionId, message.quotedWhatsappId) : undefined,
  ])
  const { contact } = found
  if (found.created) await tellContact(contact, 'create')
  if (found.renamed)
    await Promise.all([
      tellContact(contact, 'update'),
      enqueueJob({ type: 'rename', companyId, entity: 'contact', id: contact.id }),
    ])

  for (let round = 0; ; round++) {
    try {
      return await takeOnce(message, contact, quoted, configuration, round === 0 ? guess : undefined)
    } catch (error) {
      // The contact was deleted since it was read: who writes is a new one.
      if (error instanceof AppError && error.code === 'ERR_NO_CONTACT_FOUND') return takeMessage(message)
      if (!isOutdated(error) || round >= ROUNDS) throw error
      await new Promise(resolve => setTimeout(resolve, Math.random() * 10 * round))
    }
  }
}

async function takeOnce(
  message: InboundMessage,
  contact: ContactRow,
  quoted: MessageRow | undefined,
  configuration: ConnectionConfiguration,
  guess: TicketRow | undefined,
): Promise<void> {
  const { companyId, connectionId } = message
  const now = Date.now()
  const found = await stateOf(message, contact, configuration, now, guess)
  const actions = decide(found.state, message, configuration)
  const [stored] = only(actions, 'store')
  if (!stored) return
  const use = only(actions, 'ticket')[0]!.use
  const ticketId = (use === 'create' ? undefined : found.ticket?.id) ?? newId()
  const steps = await plan(actions, { message, contact, ticketId, ticket: found.ticket, configuration, now })
  const incoming: NewMessage = {
    id: await messageId(connectionId, message.whatsappMessageId, message.receivedAt),
    connectionId,
    whatsappMessageId: message.whatsappMessageId,
    body: stored.body,
    mediaType: stored.mediaType,
    fromMe: message.fromMe,
    origin: message.fromMe ? 'handset' : 'contact',
    ack: message.fromMe ? 2 : 0,
    media: message.media ?? null,
    location: message.location ?? null,
    vcards: message.vcards ?? [],
    call: message.call ? { video: message.call.video } : null,
    quoted: quoted ? quotedAs(quoted) : null,
    error: message.media?.error ?? null,
    sender: message.group ? (message.sender ?? null) : null,
  }
  const outcome = await write(use, incoming, stored.unread, steps, { message, contact, ticketId, found, configuration })
  if (outcome === 'duplicate') return finishClosing(message, configuration)

  const { before, ticket, logs } = outcome
  steps.settled()
  remember(chatKey(message), ticket)
  const chat = chatOf(companyId, connectionId, contact)
  await Promise.all([
    tellMessage(ticket, outcome.message, !message.fromMe),
    ...steps.said.map(row => tellMessage(ticket, row, false)),
    !before || stands(before) !== stands(ticket) ? tellTicket(ticket, before) : undefined,
    tellLogs(ticket, logs),
    ...steps.said.map(row => dispatch(chat, row.whatsappMessageId, { kind: 'text', body: row.body }, undefined)),
    only(actions, 'refreshPicture').length > 0
      ? enqueueJob({ type: 'refreshProfilePicture', companyId, connectionId, contactId: contact.id }, pictureDelay())
      : undefined,
  ])
  // A new ticket is not born closed: it closes right after.
  if (steps.close && use === 'create') await close(ticket)
}

/** Seconds: pictures are not urgent, and a burst of new contacts shall not be one of pictures too. */
const pictureDelay = (): number => 1 + Math.floor(Math.random() * 8)

/** The ticket a chat had lately, by this process's memory: read beside the contact, it saves two reads after it. */
const recent = new Map<string, string>()

const chatKey = ({ connectionId, group, chat }: InboundMessage): string =>
  chatGroup(connectionId, group ? { groupId: group.id } : chat)

const guessTicket = async (companyId: string, chat: string): Promise<TicketRow | undefined> => {
  const id = recent.get(chat)
  return id ? getTicket(companyId, id, true) : undefined
}

function remember(chat: string, ticket: TicketRow): void {
  if (recent.size > 5000) recent.clear()
  recent.set(chat, ticket.id)
}

type Found = { state: PipelineState; ticket: TicketRow | undefined }

/** The state `decide` asks for. `ticket` is the live one, or the closed one that may be reopened. */
async function stateOf(
  message: InboundMessage,
  contact: ContactRow,
  { settings }: ConnectionConfiguration,
  now: number,
  guess: TicketRow | undefined,
): Promise<Found> {
  const { companyId, connectionId } = message
  const mayBeLate = settings.scheduleType !== 'disabled' && !message.fromMe && !message.group
  const isLive =
    guess && guess.status !== 'closed' && guess.contact.id === contact.id && guess.whatsapp.id === connectionId
  const [standing, toldAt] = await Promise.all([
    isLive ? { liveTicketId: guess.id, lastClosed: null } : standingOf(companyId, connectionId, contact.id),
    mayBeLate ? outOfHoursSentAt(companyId, contact.id, now, OUT_OF_HOURS_PAUSE) : null,
  ])
  const reopens = settings.newTicketChatForDay === 'enabled' ? standing.lastClosed : null
  const id = standing.liveTicketId ?? reopens?.ticketId
  const ticket = isLive ? guess : id ? await getTicket(companyId, id, true) : undefined
  // Closed or reopened between the two reads.
  if (standing.liveTicketId && ticket?.status === 'closed') throw new Moved()
  if (!standing.liveTicketId && ticket && ticket.status !== 'closed') throw new Moved()
  const state: PipelineState = {
    now,
    seen: false,
    contact: { pictureCheckedAt: contact.pictureCheckedAt },
    ticket:
      ticket && ticket.status !== 'closed'
        ? {
            status: ticket.status,
            userId: ticket.user?.id ?? null,
            queueId: ticket.queue?.id ?? null,
            menu: ticket.menu,
            expiryAt: ticket.expiryAt,
          }
        : null,
    lastClosed: ticket?.status === 'closed' ? reopens : null,
    outOfHoursSentAt: toldAt,
  }
  return { state, ticket }
}

const only = <T extends PipelineAction['type']>(actions: readonly PipelineAction[], type: T) =>
  actions.filter((action): action is Extract<PipelineAction, { type: T }> => action.type === type)

type Planned = {
  message: InboundMessage
  contact: ContactRow
  ticketId: string
  ticket: TicketRow | undefined
  configuration: ConnectionConfiguration
  now: number
}

type Steps = {
  set: TicketChanges
  logs: NewLog[]
  extra: Write[]
  said: MessageRow[]
  close: boolean
  settled: () => void
}

/** What the actions come to, as changes of the ticket and writes of one transaction. */
async function plan(actions: readonly PipelineAction[], given: Planned): Promise<Steps> {
  const { message, contact, ticketId, ticket, configuration, now } = given
  const { companyId, connectionId } = message
  const { timezone } = configuration.settings
  const steps: Steps = { set: {}, logs: [], extra: [], said: [], close: false, settled: () => undefined }
  let queue = ticket?.queue ?? null
  for (const action of actions) {
    switch (action.type) {
      case 'queue':
        queue = configuration.queues.find(({ id }) => id === action.queueId) ?? null
        steps.set.queue = queue && { id: queue.id, name: queue.name, color: queue.color }
        break
      case 'menu':
        steps.set.menu = action.menu
        steps.set.chatbot = action.chatbot
        break
      case 'log':
        steps.logs.push({ type: action.event, queue })
        break
      case 'outOfHoursSent':
        steps.extra.push(outOfHoursWrite(companyId, contact.id, now, OUT_OF_HOURS_PAUSE))
        break
      case 'arm':
        steps.extra.push(timerWrite({ type: action.timer, companyId, ticketId, dueAt: action.dueAt }))
        if (action.timer === 'expireTicket') steps.set.expiryAt = action.dueAt
        break
      case 'close':
        steps.close = true
        steps.logs.push({ type: 'closed', queue })
        break
      case 'say': {
        const body = fillVariables(action.text, {
          contactName: contact.name,
          protocol: protocolOf(ticketId, ticket?.createdAt ?? now, timezone),
          queueName: queue?.name,
          userName: ticket?.user?.name,
          now,
          timeZone: timezone,
        })
        const id = answerId(message, action.step)
        const at = Math.max(now, message.receivedAt + 1 + action.step)
        const said = await newOutgoing(connectionId, { content: { kind: 'text', body }, origin: 'bot' }, id, at)
        const row = messageOf({ companyId, id: ticketId, contact }, said)
        steps.said.push(row)
        steps.extra.push(...messageWrites(row))
        break
      }
    }
  }
  if (steps.said.length > 0) {
    const outbox = outboxWrite(companyId, ticketId, now)
    steps.extra.push(...outbox.writes)
    steps.settled = outbox.settled
  }
  return steps
}

/** The id of what the bot answers to a message: a replay answers with the same one. */
const answerId = ({ connectionId, whatsappMessageId: id }: InboundMessage, step: number): string =>
  whatsappMessageId(connectionId, id, 'answer', String(step))

type Written = {
  before: TicketRow | undefined
  ticket: TicketRow
  message: MessageRow
  logs: Awaited<ReturnType<typeof changeTicket>>['logs']
}

type Target = Pick<Planned, 'message' | 'contact' | 'ticketId' | 'configuration'> & { found: Found }

/** Everything that was planned, all or nothing. Throws `Moved` when it was decided on what is no longer so. */
async function write(
  use: 'live' | 'reopen' | 'create',
  incoming: NewMessage,
  unread: number,
  steps: Steps,
  { message, contact, ticketId, found, configuration }: Target,
): Promise<Written | 'duplicate'> {
  const { companyId } = message
  if (use === 'create') {
    const { connection } = configuration
    const { set, extra } = steps
    const made = await createTicket(
      companyId,
      {
        id: ticketId,
        contact,
        whatsapp: { id: connection.id, name: connection.name },
        queue: set.queue ?? null,
        user: null,
        status: 'pending',
        menu: set.menu ?? null,
        chatbot: set.chatbot ?? false,
      },
      { message: incoming, unread, extra, logs: steps.logs.filter(({ type }) => type !== 'closed') },
    )
    if (made.outcome === 'duplicate') return 'duplicate'
    if (made.outcome === 'exists') throw new Moved()
    return { before: undefined, ticket: made.ticket, message: made.message!, logs: made.logs }
  }

  const decidedOn = found.ticket!
  const reopened = use === 'reopen' ? { status: 'pending' as const, user: null, chatbot: false, menu: null } : {}
  const closed = steps.close ? { status: 'closed' as const } : {}
  const set = { ...reopened, ...steps.set, ...closed }
  const matters = Object.keys(set).some(name => name !== 'expiryAt')
  const done = await storeMessage(decidedOn, incoming, {
    unread,
    set(now) {
      if (matters && stands(now) !== stands(decidedOn)) throw new Moved()
      return set
    },
    logs: [...(use === 'reopen' ? [{ type: 'reopened' as const, queue: decidedOn.queue }] : []), ...steps.logs],
    extra: steps.extra,
    evenClosed: use === 'reopen',
  })
  if (done.outcome === 'duplicate') return 'duplicate'
  if (done.outcome === 'closed') throw new Moved()
  return done
}

/** What a decision rests on, to tell whether it changed. */
const stands = ({ status, user, queue, menu, chatbot }: TicketRow): string =>
  JSON.stringify([status, user?.id, queue?.id, menu, chatbot])

async function close(ticket: TicketRow): Promise<void> {
  const done = await changeTicket(ticket.companyId, ticket, now =>
    now.status === 'pending' && now.user === null
      ? { set: { status: 'closed' }, logs: [{ type: 'closed', queue: now.queue }] }
      : undefined,
  )
  if (done.ticket !== done.before)
    await Promise.all([tellTicket(done.ticket, done.before), tellLogs(done.ticket, done.logs)])
}

/**
 * A new ticket that was to be closed out of hours is closed after its transaction. When that was as far as the first
 * delivery came, the redelivery closes it, provided that nothing happened to it since.
 */
async function finishClosing(message: InboundMessage, { settings }: ConnectionConfiguration): Promise<void> {
  const { companyId, connectionId } = message
  if (settings.finishTicketOutFourHours !== 'enabled' || settings.scheduleType === 'disabled' || message.fromMe) return
  const stored = await findMessageByWhatsappId(companyId, connectionId, message.whatsappMessageId)
  const ticket = stored && (await getTicket(companyId, stored.ticketId, true))
  if (!stored || ticket?.version !== 1 || ticket.updatedAt !== timeOfId(stored.id)) return
  const late = await outOfHoursSentAt(companyId, ticket.contact.id, Date.now(), OUT_OF_HOURS_PAUSE)
  if (late !== null && (await isMessageStored(companyId, connectionId, answerId(message, 0)))) await close(ticket)
}
