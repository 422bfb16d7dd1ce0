/** Accepts, returns, transfers, closes and reopens tickets, for people and for their actions. */
import type { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import type { QueueRef } from '@balcao/shared/entities/queue.ts'
import type { Settings } from '@balcao/shared/entities/setting.ts'
import type { UserRef } from '@balcao/shared/entities/user.ts'
import type { WhatsappRef } from '@balcao/shared/entities/whatsapp.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { capabilitiesOf } from '@balcao/shared/rules/capabilities.ts'
import { silenced } from '@balcao/shared/rules/queue-menu.ts'
import { type TicketAction, type TicketTransition, ticketTransition } from '@balcao/shared/rules/ticket-status.ts'
import type { z } from 'zod'
import { requireWhatsapp, type WhatsappRow } from '../data/channels/whatsapp.ts'
import { planOf, silencedBy } from '../data/company/company.ts'
import { getSettings } from '../data/company/setting.ts'
import { isBlocked } from '../data/contacts/blocked-contact.ts'
import { countTalk } from '../data/reports/selling-day.ts'
import type { Write } from '../data/table/transact.ts'
import { requireQueue } from '../data/team/queue.ts'
import { requireUser } from '../data/team/user.ts'
import { alreadyAccepted, type Change, type Changed, changeTicket, type TicketChanges } from '../data/tickets/ticket.ts'
import { assertActs, assertSees, type Viewer } from '../data/tickets/ticket-list.ts'
import type { NewLog } from '../data/tickets/ticket-log.ts'
import { isLive, NO_BOT, type TicketRow } from '../data/tickets/ticket-row.ts'
import { timerWrite } from '../data/timers/timer.ts'
import { logger } from '../http/logger.ts'
import { GREETING_ON_ACCEPT, TO_QUEUE, TO_USER } from './automatic-texts.ts'
import { enqueueTicketSummary, enqueueTimer } from './enqueue.ts'
import { FAREWELL_MS, farewellTimer } from './farewell.ts'
import { fillText } from './fill-text.ts'
import { publishTicket, publishTicketLogs } from './publish-ticket.ts'
import { recordConnection } from './record-connection.ts'
import { requireSeen } from './require-seen.ts'
import { sendMessage } from './send-message.ts'
import { type Armed, timersFor } from './ticket-timers.ts'
import { windowOver } from './window-over.ts'

/** Requested change of a ticket. */
export type TicketUpdate = z.output<typeof tickets.update.body>

/** Person who changes a ticket; `viewer` and `user` are null for what acts by itself. */
export type Mover = { viewer: Viewer | null; user: UserRef | null }

/** Returns further writes of a change, from the row before it and its place after it. */
export type AlsoWrites = (before: TicketRow, after: Pick<TicketTransition, 'status' | 'userId' | 'queueId'>) => Write[]

/** Rows that the body names. */
type Named = {
  queue: QueueRef | null
  user: UserRef | null
  whatsapp: WhatsappRef | null
  /** Window over `whatsapp`, if the ticket moves there. */
  windowUntil: number | null | undefined
}

/**
 * Changes a ticket and publishes it. The transition is decided on the row at the time of writing,
 * so of two attendants who accept at once one wins and the other learns who holds the ticket.
 * `also` returns writes for the transaction of the change.
 * @throws the errors of `tickets.update`; a refused write of `also` as `WriteConflict`
 */
export async function transitionTicket(
  mover: Mover,
  seen: TicketRow,
  body: TicketUpdate,
  also: AlsoWrites = () => [],
): Promise<Changed> {
  const { companyId } = seen
  const { viewer } = mover
  const [queue, user, whatsapp] = await Promise.all([
    body.queueId ? requireQueue(companyId, body.queueId) : null,
    body.userId && body.userId !== mover.user?.id ? requireUser(companyId, body.userId) : null,
    body.whatsappId ? requireWhatsapp(companyId, body.whatsappId) : null,
  ])
  const moves = whatsapp && whatsapp.id !== seen.whatsapp.id
  if (moves) requireReach(whatsapp, seen)
  const windowUntil = moves ? await windowOver(whatsapp.id, seen) : undefined
  const next = { ...seen, whatsapp: whatsapp ?? seen.whatsapp }
  const [open, pending] = await Promise.all([timersFor(next, 'open'), timersFor(next, 'pending')])
  let action = 'none' as TicketAction
  const closedAt = Date.now()
  const farewell = (body.sendFarewell ?? true) && farewellTimer(companyId, seen.id, closedAt)
  const talk = await talkWrites(companyId, mover.user, body)
  const changed = await changeTicket(companyId, seen, now => {
    if (viewer) assertSees(viewer, now)
    const transition = transitionOf(now, body, mover)
    action = transition.action
    if (action === 'close') requireSeen(now, body.seenContactMessage)
    const change = changeOf(now, transition, body, mover, { queue, user, whatsapp, windowUntil })
    if (!change) return undefined
    const { status } = transition
    // The waiting time is a setting of the connection.
    const isOtherwise = status !== now.status || change.set.whatsapp
    const timed =
      action === 'close'
        ? { ...change, set: { ...change.set, closedAt }, extra: farewell ? [timerWrite(farewell)] : [] }
        : isOtherwise && status !== 'closed'
          ? withTimers(change, status === 'open' ? open : pending)
          : change
    // Before the farewell leaves, a reopening takes the closing back.
    const takesBack = action === 'reopen' && now.closedAt !== null && Date.now() - now.closedAt < FAREWELL_MS
    return {
      ...timed,
      takesBack,
      extra: [...(timed.extra ?? []), ...(action === 'accept' ? talk : []), ...also(now, transition)],
    }
  })
  if (changed.ticket === changed.before) return changed
  const { ticket, before } = changed
  await Promise.all([
    publishTicket(ticket, before),
    publishTicketLogs(ticket, changed.logs),
    action === 'reopen' || ticket.whatsapp.id !== before.whatsapp.id
      ? recordConnection(companyId, ticket.contact.id, ticket.whatsapp.id)
      : undefined,
  ])
  if (farewell && action === 'close') await enqueueTimer(farewell).catch(waitsForTheClock)
  if (action === 'transfer' || action === 'return') await askForSummary(ticket, changed.logs[0]!.id)
  return { ...changed, ticket: await speak(action, ticket, mover.user) }
}

/**
 * Requires that a connection reaches the ticket's contact: one known by an account's id is unknown
 * to others.
 * @throws ERR_CHANNEL_UNSUPPORTED
 */
function requireReach(whatsapp: WhatsappRow, { contact, isGroup }: TicketRow): void {
  const { startsByNumber, groups } = capabilitiesOf(whatsapp)
  if (contact.channel || !startsByNumber || (isGroup && !groups)) throw new AppError('ERR_CHANNEL_UNSUPPORTED')
}

/** Adds the timers of the new state: the ticket's expiry, or its transfer to another queue. */
const withTimers = (change: Change, { set, writes }: Armed): Change => ({
  ...change,
  set: { ...change.set, ...set },
  extra: writes,
})

function transitionOf(now: TicketRow, body: TicketUpdate, { user }: Mover): TicketTransition {
  const next = { status: now.status, userId: now.user?.id ?? null, queueId: now.queue?.id ?? null }
  const { status, userId, queueId } = body
  const transition = ticketTransition(
    next,
    {
      ...(status === undefined ? {} : { status }),
      ...(userId === undefined ? {} : { userId }),
      ...(queueId === undefined ? {} : { queueId }),
    },
    user?.id ?? null,
  )
  if (!('refused' in transition)) return transition
  throw transition.refused === 'ERR_TICKET_ALREADY_ACCEPTED' ? alreadyAccepted(now) : new AppError(transition.refused)
}

/** Returns the fields, log entries and silence of the bot that a transition brings. */
function changeOf(
  now: TicketRow,
  { action, status, userId, queueId }: TicketTransition,
  body: TicketUpdate,
  mover: Mover,
  named: Named,
): Change | undefined {
  const user = refOf(userId, [mover.user, named.user, now.user])
  const queue = refOf(queueId, [named.queue, now.queue])
  const settings: TicketChanges = {
    ...(named.whatsapp && named.whatsapp.id !== now.whatsapp.id
      ? { whatsapp: { id: named.whatsapp.id, name: named.whatsapp.name }, windowUntil: named.windowUntil ?? null }
      : {}),
    ...(body.useIntegration === undefined ? {} : { useIntegration: body.useIntegration }),
    ...(body.promptId === undefined ? {} : { promptId: body.promptId }),
    ...(body.integrationId === undefined ? {} : { integrationId: body.integrationId }),
  }
  const rated = priorityOf(now, status, body, mover)
  if (action === 'none') {
    if (Object.keys(settings).length === 0) return rated && { ...rated, touch: false }
    return { set: { ...settings, ...rated?.set }, logs: rated?.logs ?? [] }
  }
  const silence: TicketChanges = { chatbot: false, menu: silenced(now.menu, Date.now()) }
  return {
    // Whatever a person does ends a bot's part at once.
    set: {
      ...settings,
      ...rated?.set,
      ...{ status, user, queue },
      ...NO_BOT,
      ...(action === 'close' ? {} : silence),
      // A returned ticket belongs to nobody, so its draft order is dropped (the screen asks first);
      // a transfer keeps it.
      ...(action === 'return' ? { draftBegun: false } : {}),
    },
    logs: [...logsOf(action, now, mover.user, user, queue), ...(rated?.logs ?? [])],
  }
}

/**
 * Returns the change of the priority, if there is one.
 * @throws ERR_NO_PERMISSION, ERR_TICKET_STATUS for a ticket that is closed and stays so
 */
export function priorityOf(
  now: TicketRow,
  status: TicketRow['status'],
  { priority: to }: TicketUpdate,
  { viewer, user }: Mover,
): { set: TicketChanges; logs: NewLog[] } | undefined {
  const from = now.priority ?? 'none'
  if (to === undefined || to === from) return undefined
  if (viewer) assertActs(viewer, now)
  if (!isLive(now.status) && !isLive(status)) throw new AppError('ERR_TICKET_STATUS')
  return { set: { priority: to }, logs: [{ type: 'priority', user, queue: now.queue, priority: { from, to } }] }
}

function logsOf(
  action: Exclude<TicketAction, 'none'>,
  now: TicketRow,
  by: UserRef | null,
  user: UserRef | null,
  queue: QueueRef | null,
): NewLog[] {
  switch (action) {
    case 'accept':
      return [{ type: 'open', user: by, queue }]
    case 'return':
      return [{ type: 'pending', user: by, queue }]
    case 'close':
      return [{ type: 'closed', user: by, queue }]
    case 'reopen':
      return [{ type: 'reopen', user: by, queue }]
    case 'transfer':
      return [
        { type: 'transfered', user: by, queue: now.queue },
        { type: 'receivedTransfer', user, queue },
      ]
  }
}

function refOf<T extends { id: string }>(id: string | null, known: readonly (T | null)[]): T | null {
  if (id === null) return null
  const found = known.find(each => each?.id === id)
  if (!found) throw new AppError('ERR_CONFLICT')
  return found
}

/**
 * Sends the contact the texts of a transition, where settings and texts say so; returns the ticket
 * after that. A silenced company says nothing about what nobody did.
 * @param by who did it; null for the product itself
 */
export async function speak(action: TicketAction, ticket: TicketRow, by: UserRef | null): Promise<TicketRow> {
  if (action !== 'accept' && action !== 'transfer') return ticket
  const { companyId } = ticket
  if (by === null && (await silencedBy(companyId))) return ticket
  if (await isBlocked(companyId, ticket.contact.id)) return ticket
  const settings = await getSettings(companyId)
  const text = textFor(action, ticket, settings)
  if (!text) return ticket
  const content = { kind: 'text' as const, body: fillText(text, ticket, settings) }
  try {
    return (await sendMessage({ companyId }, { ticket, content, origin: 'bot' })).ticket
  } catch (error) {
    // Closed or blocked since, for example: the transition stands all the same.
    if (!(error instanceof AppError)) throw error
    logger.info('the text of a transition was not sent', { companyId, ticketId: ticket.id, error })
    return ticket
  }
}

function textFor(
  action: 'accept' | 'transfer',
  { queue, user, isGroup }: TicketRow,
  settings: Settings,
): string | undefined {
  if (isGroup) return undefined
  if (action === 'accept') return settings.sendGreetingAccepted === 'enabled' ? GREETING_ON_ACCEPT : undefined
  if (settings.sendMsgTransfTicket !== 'enabled') return undefined
  return user ? TO_USER : queue ? TO_QUEUE : undefined
}

/** Returns what counts a conversation that a person takes up, where this change may do so. */
async function talkWrites(companyId: string, user: UserRef | null, { status, userId }: TicketUpdate): Promise<Write[]> {
  const mayAccept = user && (status === 'open' || (status === undefined && userId))
  return mayAccept && (await planOf(companyId)).useSales ? [await countTalk(companyId, user.id)] : []
}

/** Asks for a summary for whoever gets the ticket now; without one they read the conversation. */
async function askForSummary({ companyId, id: ticketId, isGroup }: TicketRow, logId: string): Promise<void> {
  if (isGroup || (await getSettings(companyId)).copilotSummaries !== 'enabled') return
  if (!(await planOf(companyId)).useOpenAi) return
  await enqueueTicketSummary({ type: 'summarizeTicket', companyId, ticketId, logId }).catch(error =>
    logger.warn('a ticket gets no summary', { companyId, ticketId, error: error as Error }),
  )
}

const waitsForTheClock = (error: unknown) => logger.warn('a farewell waits for the clock', { error: error as Error })
