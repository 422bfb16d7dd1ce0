import type { QueueRef } from '@balcao/shared/entities/queue.ts'
import type { Settings } from '@balcao/shared/entities/setting.ts'
import type { UserRef } from '@balcao/shared/entities/user.ts'
import type { WhatsappRef } from '@balcao/shared/entities/whatsapp.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { capabilitiesOf } from '@balcao/shared/rules/capabilities.ts'
import { silenced } from '@balcao/shared/rules/queue-menu.ts'
import { type TicketAction, type TicketTransition, ticketTransition } from '@balcao/shared/rules/ticket-status.ts'
import { requireWhatsapp, type WhatsappRow } from '../../../data/channels/whatsapp.ts'
import { planOf } from '../../../data/company/company.ts'
import { getSettings } from '../../../data/company/setting.ts'
import { countTalk } from '../../../data/reports/selling-day.ts'
import type { Write } from '../../../data/table/transact.ts'
import { requireQueue } from '../../../data/team/queue.ts'
import { requireUser } from '../../../data/team/user.ts'
import {
  alreadyAccepted,
  type Change,
  changeTicket,
  requireTicketToChange,
  type TicketChanges,
} from '../../../data/tickets/ticket.ts'
import { assertSees } from '../../../data/tickets/ticket-list.ts'
import type { NewLog } from '../../../data/tickets/ticket-log.ts'
import { NO_BOT, type TicketRow } from '../../../data/tickets/ticket-row.ts'
import { toWireTicket } from '../../../data/tickets/wire.ts'
import { timerWrite } from '../../../data/timers/timer.ts'
import type { UserContext } from '../../../http/context.ts'
import { logger } from '../../../http/logger.ts'
import { enqueueTicketSummary, enqueueTimer } from '../../../messaging/enqueue.ts'
import { farewellTimer } from '../../../messaging/farewell.ts'
import { fillText } from '../../../messaging/fill-text.ts'
import { publishTicket, publishTicketLogs } from '../../../messaging/publish-ticket.ts'
import { recordConnection } from '../../../messaging/record-connection.ts'
import { sendMessage } from '../../../messaging/send-message.ts'
import { type Armed, timersFor } from '../../../messaging/ticket-timers.ts'
import { windowOver } from '../../../messaging/window-over.ts'
import { requireAnswering } from '../../require-answering.ts'
import { GREETING_ON_ACCEPT, TO_QUEUE, TO_USER } from '../automatic-texts.ts'
import { type Caller, visibleTicket } from '../caller.ts'
import type { Operations } from '../operations.ts'

type Body = Parameters<Operations['tickets']['update']>[1]['body']
/** Rows that the body names. */
type Named = {
  queue: QueueRef | null
  user: UserRef | null
  whatsapp: WhatsappRef | null
  /** Window over `whatsapp`, if the ticket moves there. */
  windowUntil: number | null | undefined
}

/**
 * Accepts, returns, transfers, closes or reopens a ticket. The transition is decided on the row at
 * the time of writing, so of two attendants who accept at once one wins and the other learns who
 * holds the ticket.
 */
export const updateTicket: Operations['tickets']['update'] = async (ctx, { params, body }) => {
  const { companyId } = ctx
  const caller = await visibleTicket(ctx, params.id, requireTicketToChange)
  const [queue, user, whatsapp] = await Promise.all([
    body.queueId ? requireQueue(companyId, body.queueId) : null,
    body.userId && body.userId !== caller.user.id ? requireUser(companyId, body.userId) : null,
    body.whatsappId ? requireWhatsapp(companyId, body.whatsappId) : null,
    requireAnswering(companyId, body),
  ])
  const moves = whatsapp && whatsapp.id !== caller.ticket.whatsapp.id
  if (moves) requireReach(whatsapp, caller.ticket)
  const windowUntil = moves ? await windowOver(whatsapp.id, caller.ticket) : undefined
  const next = { ...caller.ticket, whatsapp: whatsapp ?? caller.ticket.whatsapp }
  const [open, pending] = await Promise.all([timersFor(next, 'open'), timersFor(next, 'pending')])
  let action = 'none' as TicketAction
  const closedAt = Date.now()
  const farewell = (body.sendFarewell ?? true) && farewellTimer(companyId, caller.ticket.id, closedAt)
  const talk = await talkWrites(ctx, body)
  const changed = await changeTicket(companyId, caller.ticket, now => {
    assertSees(caller.viewer, now)
    const transition = transitionOf(now, body, caller)
    action = transition.action
    const change = changeOf(now, transition, body, caller, { queue, user, whatsapp, windowUntil })
    const { status } = transition
    if (change && action === 'close')
      return { ...change, set: { ...change.set, closedAt }, extra: farewell ? [timerWrite(farewell)] : [] }
    // The waiting time is a setting of the connection.
    const isOtherwise = status !== now.status || change?.set.whatsapp
    const timed =
      change && isOtherwise && status !== 'closed' ? withTimers(change, status === 'open' ? open : pending) : change
    return timed && action === 'accept' ? { ...timed, extra: [...(timed.extra ?? []), ...talk] } : timed
  })
  if (changed.ticket === changed.before) return toWireTicket(changed.ticket)
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
  return toWireTicket(await speak(action, changed.ticket))
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

function transitionOf(now: TicketRow, body: Body, { user }: Caller): TicketTransition {
  const next = { status: now.status, userId: now.user?.id ?? null, queueId: now.queue?.id ?? null }
  const { status, userId, queueId } = body
  const transition = ticketTransition(
    next,
    {
      ...(status === undefined ? {} : { status }),
      ...(userId === undefined ? {} : { userId }),
      ...(queueId === undefined ? {} : { queueId }),
    },
    user.id,
  )
  if (!('refused' in transition)) return transition
  throw transition.refused === 'ERR_TICKET_ALREADY_ACCEPTED' ? alreadyAccepted(now) : new AppError(transition.refused)
}

/** Returns the fields, log entries and silence of the bot that a transition brings. */
function changeOf(
  now: TicketRow,
  { action, status, userId, queueId }: TicketTransition,
  body: Body,
  caller: Caller,
  named: Named,
): Change | undefined {
  const user = refOf(userId, [caller.user, named.user, now.user])
  const queue = refOf(queueId, [named.queue, now.queue])
  const settings: TicketChanges = {
    ...(named.whatsapp && named.whatsapp.id !== now.whatsapp.id
      ? { whatsapp: { id: named.whatsapp.id, name: named.whatsapp.name }, windowUntil: named.windowUntil ?? null }
      : {}),
    ...(body.useIntegration === undefined ? {} : { useIntegration: body.useIntegration }),
    ...(body.promptId === undefined ? {} : { promptId: body.promptId }),
    ...(body.integrationId === undefined ? {} : { integrationId: body.integrationId }),
  }
  if (action === 'none') return Object.keys(settings).length > 0 ? { set: settings } : undefined
  const silence: TicketChanges = { chatbot: false, menu: silenced(now.menu, Date.now()) }
  return {
    // Whatever a person does ends a bot's part at once.
    set: {
      ...settings,
      ...{ status, user, queue },
      ...NO_BOT,
      ...(action === 'close' ? {} : silence),
      // A returned ticket belongs to nobody, so its draft order is dropped (the screen asks first);
      // a transfer keeps it.
      ...(action === 'return' ? { draftBegun: false } : {}),
    },
    logs: logsOf(action, now, caller.user, user, queue),
  }
}

function logsOf(
  action: Exclude<TicketAction, 'none'>,
  now: TicketRow,
  by: UserRef,
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
 * after that.
 */
async function speak(action: TicketAction, ticket: TicketRow): Promise<TicketRow> {
  if (action !== 'accept' && action !== 'transfer') return ticket
  const { companyId } = ticket
  const settings = await getSettings(companyId)
  const text = textFor(action, ticket, settings)
  if (!text) return ticket
  const content = { kind: 'text' as const, body: fillText(text, ticket, settings) }
  const sent = await sendMessage({ companyId }, { ticket, content, origin: 'bot' })
  return sent.ticket
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

/** Returns what counts a conversation that the caller takes up, where this change may do so. */
async function talkWrites({ companyId, actor }: UserContext, { status, userId }: Body): Promise<Write[]> {
  const mayAccept = status === 'open' || (status === undefined && userId)
  return mayAccept && (await planOf(companyId)).useSales ? [await countTalk(companyId, actor.userId)] : []
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
