/** Reads, creates and changes tickets. Lists are in ticket-list.ts. */
import type { QueueRef } from '@balcao/shared/entities/queue.ts'
import type { TicketHolder, TicketLog } from '@balcao/shared/entities/ticket.ts'
import type { UserRef } from '@balcao/shared/entities/user.ts'
import type { WhatsappRef } from '@balcao/shared/entities/whatsapp.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { newId, timeOfId } from '@balcao/shared/ids.ts'
import { capabilitiesOf } from '@balcao/shared/rules/capabilities.ts'
import { speakerOf } from '@balcao/shared/rules/message-speaker.ts'
import type { MenuState } from '@balcao/shared/rules/queue-menu.ts'
import { ticketEventWrites } from '../automation/webhook-event.ts'
import { providerOf } from '../channels/provider-of.ts'
import { readWithVersion } from '../company/configuration-version.ts'
import { fieldLinkWrites } from '../fields/field-values.ts'
import { goalPlanOf } from '../goals/goal.ts'
import { withGoals } from '../goals/goals-of-ticket.ts'
import { rowsById } from '../table/batch-items.ts'
import { getItem } from '../table/get-item.ts'
import { endsOf, type SearchSubject, searchWrites } from '../table/search-item.ts'
import {
  CONTENDED,
  check,
  MAX_WRITES,
  retryUntilWritten,
  transact,
  type Write,
  WriteConflict,
} from '../table/transact.ts'
import { viewIndexesOf, withViews } from '../views/view-index.ts'
import { columnOf } from './board.ts'
import { draftGone } from './draft-row.ts'
import { bumped } from './last-message.ts'
import {
  claimConversation,
  clearLastTicket,
  conversationStateOf,
  dropConversation,
  isEnded,
  leaveConversation,
} from './live-ticket.ts'
import { type MessageRow, messageOf, messageWrites, type NewMessage } from './message-row.ts'
import { indexWrites } from './message-words.ts'
import { ticketFigures } from './ticket-figures.ts'
import { linkTicket } from './ticket-link.ts'
import { logEntry, type NewLog } from './ticket-log.ts'
import {
  botOf,
  contactOfTicket,
  isLive,
  isSnoozed,
  parseTicket,
  TICKET_ATTRIBUTES,
  TICKETS,
  type TicketRow,
  ticketKey,
  ticketWrite,
  toTicketRow,
} from './ticket-row.ts'

export async function getTicket(companyId: string, id: string, consistent = false): Promise<TicketRow | undefined> {
  return parseTicket(await getItem(ticketKey(companyId, id), consistent))
}

/**
 * Returns a check, labelled `ticket`, that a ticket exists: a row written with it is
 * deleted with the ticket later.
 */
export const ticketExists = (companyId: string, id: string): Write =>
  check('ticket', TICKETS.check({ companyId, id }, { when: is => [is.exists()] }))

/** Returns a ticket. Throws ERR_NO_TICKET_FOUND. */
export async function requireTicket(companyId: string, id: string): Promise<TicketRow> {
  const ticket = await getTicket(companyId, id)
  if (!ticket) throw new AppError('ERR_NO_TICKET_FOUND')
  return ticket
}

/**
 * Returns a ticket like `requireTicket`, for a change that the company's configuration decides too:
 * one request reads the ticket and the configuration's version. Throws ERR_NO_TICKET_FOUND.
 */
export async function requireTicketToChange(companyId: string, id: string): Promise<TicketRow> {
  const ticket = parseTicket(await readWithVersion(companyId, ticketKey(companyId, id)))
  if (!ticket) throw new AppError('ERR_NO_TICKET_FOUND')
  return ticket
}

/**
 * Returns the tickets of these ids that exist, in their order. Costs half a read unit each, or one
 * if consistent.
 */
export async function getTickets(companyId: string, ids: readonly string[], consistent = false): Promise<TicketRow[]> {
  const found = await rowsById(ids, id => ticketKey(companyId, id), TICKET_ATTRIBUTES, toTicketRow, consistent)
  return ids.flatMap(id => found.get(id) ?? [])
}

/** Returns a contact's ticket on a connection that is not closed. */
export async function findLiveTicket(
  companyId: string,
  whatsappId: string,
  contactId: string,
): Promise<TicketRow | undefined> {
  const { liveTicketId } = await conversationStateOf(companyId, whatsappId, contactId)
  return liveTicketId ? getTicket(companyId, liveTicketId, true) : undefined
}

/**
 * Returns when (epoch ms) a metaPage's contact last wrote, from their last conversation over it;
 * null if there was none.
 */
export async function lastContactAtOf(
  companyId: string,
  whatsappId: string,
  contactId: string,
): Promise<number | null> {
  return (await lastTicketOver(companyId, whatsappId, contactId))?.lastContactAt || null
}

/** Returns a contact's ticket on a connection that is not closed, else the last one. */
async function lastTicketOver(
  companyId: string,
  whatsappId: string,
  contactId: string,
): Promise<TicketRow | undefined> {
  const { liveTicketId, lastClosed } = await conversationStateOf(companyId, whatsappId, contactId)
  const id = liveTicketId ?? lastClosed?.ticketId
  return id ? getTicket(companyId, id, true) : undefined
}

/**
 * Returns the end of the window (epoch ms) of a new ticket: the one given, else that of the last
 * conversation over the connection, 0 without one; null for a connection that has no such window.
 */
export async function windowUntilOf(
  companyId: string,
  whatsappId: string,
  contactId: string,
  given?: number,
): Promise<number | null> {
  if (capabilitiesOf({ provider: await providerOf(companyId, whatsappId) }).window !== 'template') return null
  return given ?? ((await lastTicketOver(companyId, whatsappId, contactId))?.windowUntil || 0)
}

export const holderOf = (ticket: TicketRow): TicketHolder => ({
  id: ticket.id,
  uuid: ticket.id,
  userId: ticket.user?.id ?? null,
  user: ticket.user ? { name: ticket.user.name } : null,
  queue: ticket.queue ? { name: ticket.queue.name } : null,
})

/**
 * Returns the refusal with `{ ticket: {…} }` and the ticket's holder at top level (decision 0014).
 */
const inTheWay = (code: 'ERR_OTHER_OPEN_TICKET' | 'ERR_TICKET_ALREADY_ACCEPTED', ticket: TicketRow): AppError => {
  const { userId, user, queue, ...ids } = holderOf(ticket)
  return new AppError(code, { data: { ticket: { ...ids, userId, user, queue }, userId, user, queue } })
}

export const otherOpenTicket = (ticket: TicketRow): AppError => inTheWay('ERR_OTHER_OPEN_TICKET', ticket)
export const alreadyAccepted = (ticket: TicketRow): AppError => inTheWay('ERR_TICKET_ALREADY_ACCEPTED', ticket)

export type NewTicket = {
  id?: string
  contact: Parameters<typeof contactOfTicket>[0] & { isGroup: boolean }
  whatsapp: WhatsappRef
  queue: QueueRef | null
  user: UserRef | null
  status: 'pending' | 'open'
  menu?: MenuState | null
  chatbot?: boolean
  /** Bot that answers while no person does. */
  useIntegration?: boolean
  integrationId?: string | null
  promptId?: string | null
  /** Time at which the expiry timer among `extra` fires. */
  expiryAt?: number | null
  /** For a metaPage's conversation: time of the contact's last message. */
  lastContactAt?: number | null
  /** End of a cloud connection's window, if it is known; else that of the last conversation. */
  windowUntil?: number | undefined
  referral?: TicketRow['referral']
}

type With = {
  /** User who creates the ticket, for the log. */
  by?: UserRef | null
  /** Further log entries, after `created`. */
  logs?: readonly NewLog[]
  /** First message, stored in the same transaction. */
  message?: NewMessage
  /** Messages that follow the first one, whose writes are among `extra`. */
  following?: readonly MessageRow[]
  /** True if the caller requests the search index itself, and is retried until that succeeds. */
  asksForIndex?: boolean
  /** Initial number of unread messages. */
  unread?: number
  /** Further writes of the same transaction; their refusals are thrown as `WriteConflict`. */
  extra?: readonly Write[]
}

export type Created =
  | { outcome: 'created'; ticket: TicketRow; message: MessageRow | null; logs: TicketLog[] }
  /** Another ticket holds the conversation. */
  | { outcome: 'exists'; ticket: TicketRow }
  /** The message is already stored. */
  | { outcome: 'duplicate' }

/**
 * Creates a ticket with its lock, log entry, counts, search items and, if given, its first message:
 * all or nothing. Of any number of concurrent callers for one contact and connection, one gets
 * `created` and the others get that same ticket. Throws ERR_NO_CONTACT_FOUND if the contact was
 * deleted since it was read.
 */
export async function createTicket(companyId: string, given: NewTicket, also: With = {}): Promise<Created> {
  const now = Date.now()
  const id = given.id ?? newId()
  const { isGroup, ...contact } = given.contact
  const base: TicketRow = {
    companyId,
    id,
    version: 1,
    status: given.status,
    contact: contactOfTicket(contact),
    isGroup,
    queue: given.queue && { id: given.queue.id, name: given.queue.name, color: given.queue.color },
    user: given.user && { id: given.user.id, name: given.user.name },
    whatsapp: { id: given.whatsapp.id, name: given.whatsapp.name },
    tags: [],
    lastMessage: '',
    lastMessageType: 'chat',
    lastMessageFromMe: false,
    last: null,
    unreadMessages: 0,
    chatbot: given.chatbot ?? false,
    menu: given.menu ?? null,
    useIntegration: given.useIntegration ?? false,
    promptId: given.promptId ?? null,
    integrationId: given.integrationId ?? null,
    billOptionId: null,
    expiryAt: given.expiryAt ?? null,
    pendingSince: given.status === 'pending' ? now : null,
    readAt: 0,
    createdAt: timeOfId(id),
    updatedAt: now,
    acceptedAt: given.status === 'open' ? now : null,
    servedAt: given.status === 'open' ? now : null,
    answeredAt: given.status === 'open' ? timeOfId(id) : null,
    closedAt: null,
    laneAt: null,
    lastContactAt: given.lastContactAt ?? null,
    windowUntil: await windowUntilOf(companyId, given.whatsapp.id, given.contact.id, given.windowUntil),
    referral: given.referral ?? null,
    waitTime: null,
    supportTime: null,
    rating: null,
    draftBegun: false,
  }
  const message = also.message ? messageOf(base, also.message) : null
  const made = message ? { ...base, ...bumped(base, [message, ...(also.following ?? [])], also.unread ?? 0) } : base
  const { ticket, writes: timers } = await completed(companyId, undefined, made)
  const logs = [{ type: 'create' as const, user: also.by, queue: given.queue }, ...(also.logs ?? [])].map(log =>
    logEntry(companyId, id, log),
  )
  const writes = [
    claimConversation(ticket),
    ...(message ? messageWrites(message) : []),
    ticketWrite(ticket),
    ...linkTicket(companyId, ticket.contact.id, id),
    ...logs.map(({ write }) => write),
    ...(await ticketFigures(companyId, undefined, ticket)),
    ...(await ticketEventWrites(companyId, undefined, ticket, message)),
    ...searchWrites(companyId, 'ticket', id, undefined, searchSubject(ticket)),
    ...timers,
    ...(also.extra ?? []),
  ]
  if (message && !also.asksForIndex)
    writes.push(...indexWrites([message, ...(also.following ?? [])], MAX_WRITES - writes.length))
  const create = async (): Promise<Created> => {
    try {
      await transact(writes)
      return { outcome: 'created', ticket, message, logs: logs.map(({ log }) => log) }
    } catch (error) {
      if (!(error instanceof WriteConflict)) throw error
      if (error.label === 'pointer') return { outcome: 'duplicate' }
      if (error.label !== 'live') throw error
      if (isEnded(error.existing)) throw new AppError('ERR_NO_CONTACT_FOUND')
      const live = await findLiveTicket(companyId, ticket.whatsapp.id, ticket.contact.id)
      if (live) return { outcome: 'exists', ticket: live }
      // The ticket was closed in between: the transaction is tried again.
      throw error
    }
  }
  return retryUntilWritten(create, { rounds: CONTENDED, labels: ['live'] })
}

/** Returns the texts by which a ticket's own search items find it. */
export const searchSubject = (ticket: TicketRow): SearchSubject => {
  const { contact, isGroup, foundByContact } = ticket
  const protocol = ticket.id.slice(-6)
  if (foundByContact) return { name: '', number: '', isGroup, codes: [protocol], byBeginning: true }
  return { name: contact.name, number: contact.number, isGroup, codes: endsOf(protocol) }
}

/**
 * Returns the row with its service goals and the views it is in, as they are after it was created
 * (`before` undefined) or changed, and the writes of timers that follow.
 */
async function completed(companyId: string, before: TicketRow | undefined, after: TicketRow) {
  const { ticket, writes } = withGoals(await goalPlanOf(companyId), before, after)
  return { ticket: withViews(await viewIndexesOf(companyId), ticket), writes }
}

/** Fields that a change may set; the others are derived. */
export type TicketChanges = Partial<
  Pick<
    TicketRow,
    | 'status'
    | 'queue'
    | 'user'
    | 'whatsapp'
    | 'contact'
    | 'tags'
    | 'priority'
    | 'lastMessage'
    | 'last'
    | 'customerWords'
    | 'unreadMessages'
    | 'readAt'
    | 'chatbot'
    | 'menu'
    | 'useIntegration'
    | 'promptId'
    | 'integrationId'
    | 'billOptionId'
    | 'expiryAt'
    | 'closedAt'
    | 'rating'
    | 'draftBegun'
    | 'lastContactAt'
    | 'snoozedUntil'
    | 'wokeAt'
    | 'unsentSince'
    | 'windowUntil'
    | 'referral'
    | 'goals'
    | 'abandoned'
    | 'givenAt'
    | 'fields'
    | 'ruleReplies'
  >
>

export type Change = {
  set: TicketChanges
  logs?: readonly NewLog[]
  extra?: readonly Write[]
  /** False keeps the ticket's place in the lists (a rename, a read mark). */
  touch?: boolean
  /** True for a closing that is taken back: the ticket goes on as if it had not been closed. */
  takesBack?: boolean
  /**
   * Number of open tickets in the queue below which the ticket's new user must be; the refusal is
   * thrown as `WriteConflict` labelled `room`.
   */
  room?: number | undefined
}

export type Changed = { before: TicketRow; ticket: TicketRow; logs: TicketLog[] }

/**
 * Changes a ticket as `decide` returns for the current row: indexes, lock, counts, times and log in
 * one transaction. If another change comes first, `decide` is called again with the row after it,
 * so what `decide` throws makes a compare-and-set. Undefined changes nothing. A closed ticket that
 * becomes live while another one is live throws ERR_OTHER_OPEN_TICKET; a ticket of a deleted
 * contact throws ERR_NO_CONTACT_FOUND. Throws ERR_NO_TICKET_FOUND.
 */
export async function changeTicket(
  companyId: string,
  given: string | TicketRow,
  decide: (now: TicketRow) => Change | undefined,
): Promise<Changed> {
  let now = typeof given === 'string' ? await getTicket(companyId, given, true) : given
  return retryUntilWritten(async () => {
    if (!now) throw new AppError('ERR_NO_TICKET_FOUND')
    const before: TicketRow = now
    const change = decide(before)
    if (!change) return { before, ticket: before, logs: [] }
    const after = changed(before, change.set, change.touch ?? true, change.takesBack)
    const { ticket, writes: timers } = await completed(companyId, before, after)
    const logs = (change.logs ?? []).map(log => logEntry(companyId, before.id, log))
    // The contact's next message over the connection that it left must not look for it.
    const left = before.whatsapp.id === ticket.whatsapp.id ? {} : { after: () => clearLastTicket(before) }
    const writes = [
      { ...ticketWrite(ticket, before), ...left },
      ...conversationWrites(before, ticket),
      ...logs.map(({ write }) => write),
      ...(await ticketFigures(companyId, before, ticket, { room: change.room })),
      ...(await ticketEventWrites(companyId, before, ticket)),
      ...searchWrites(companyId, 'ticket', ticket.id, searchSubject(before), searchSubject(ticket)),
      ...fieldLinkWrites(companyId, ticket.id, before.fields, ticket.fields),
      ...timers,
      ...(change.extra ?? []),
    ]
    try {
      await transact(writes)
    } catch (error) {
      now = await afterRefusal(error, before, ticket)
      throw error
    }
    return { before, ticket, logs: logs.map(({ log }) => log) }
  }, OVERTAKEN)
}

/** Retry if another caller changed the ticket, or its conversation, first. */
const OVERTAKEN = { rounds: CONTENDED, labels: ['ticket', 'live'] }

/** Returns the row after another caller's change, or throws the refusal as a coded error. */
async function afterRefusal(error: unknown, before: TicketRow, after: TicketRow): Promise<TicketRow | undefined> {
  if (!(error instanceof WriteConflict)) throw error
  if (error.label === 'ticket') return parseTicket(error.existing)
  if (error.label !== 'live') throw error
  if (isEnded(error.existing)) throw new AppError('ERR_NO_CONTACT_FOUND')
  const live = await findLiveTicket(after.companyId, after.whatsapp.id, after.contact.id)
  if (live && live.id !== before.id) throw otherOpenTicket(live)
  return getTicket(before.companyId, before.id, true)
}

/**
 * Returns the writes that claim and free conversations for a change of status, contact or
 * connection, and that remove the draft order of a ticket that is closed or returned to its queue.
 */
function conversationWrites(before: TicketRow, after: TicketRow): Write[] {
  const moved = before.contact.id !== after.contact.id || before.whatsapp.id !== after.whatsapp.id
  const order = before.draftBegun && !after.draftBegun ? [draftGone(before)] : []
  if (isLive(before.status) && !isLive(after.status)) return [leaveConversation(before, after.closedAt ?? 0), ...order]
  if (!isLive(before.status) && isLive(after.status)) return [claimConversation(after)]
  if (moved && isLive(after.status)) return [dropConversation(before), claimConversation(after), ...order]
  return order
}

/** Returns whether a change gave the ticket another user or queue. */
const isHandedOn = (before: TicketRow, after: TicketRow): boolean =>
  before.user?.id !== after.user?.id || before.queue?.id !== after.queue?.id

const seconds = (from: number, to: number): number => Math.max(0, Math.round((to - from) / 1000))

/** Returns whether only a bot has had a ticket since it was opened: a menu, an agent or a flow. */
const isWithBot = (ticket: TicketRow): boolean =>
  ticket.servedAt === null && ticket.user === null && (ticket.chatbot || botOf(ticket) !== null)

/** Returns the row after a change, with the times derived from it. */
function changed(before: TicketRow, set: TicketChanges, touch: boolean, takesBack = false): TicketRow {
  const now = Date.now()
  const after: TicketRow = { ...before, ...set, version: before.version + 1 }
  if (touch) after.updatedAt = Math.max(now, before.updatedAt)
  const enters = isLive(after.status) && !isLive(before.status)
  if (enters) {
    after.closedAt = null
    // The rating was about an earlier closing; the log keeps it.
    after.rating = null
    after.abandoned = false
  }
  if (enters && !takesBack) {
    after.servedAt = null
    after.openedAt = now
    after.answeredAt = null
    after.goals = []
  }
  if (enters || columnOf(after) !== columnOf(before)) after.laneAt = now
  if (after.status !== before.status) after.pendingSince = after.status === 'pending' ? now : null
  if (after.status !== 'open' || isHandedOn(before, after)) after.givenAt = set.givenAt ?? null
  // The previous user snoozed the ticket; the snooze does not apply to the next one.
  if (after.status !== before.status || after.user?.id !== before.user?.id) {
    after.snoozedUntil = null
    after.wokeAt = null
  }
  if (after.status === 'open' && before.status !== 'open') {
    after.acceptedAt ??= now
    after.servedAt ??= now
  }
  if (!isLive(after.status) && isLive(before.status)) {
    after.closedAt = set.closedAt ?? now
    after.waitTime = after.acceptedAt === null ? null : seconds(after.createdAt, after.acceptedAt)
    after.supportTime = after.servedAt === null ? null : seconds(after.servedAt, now)
    after.waitsSince = null
    after.abandoned = set.abandoned ?? isWithBot(before)
    after.menu = null
    after.chatbot = false
    after.expiryAt = null
    after.draftBegun = false
  }
  if (!after.abandoned) delete after.abandoned
  return after
}

export type Stored =
  | { outcome: 'stored'; before: TicketRow; ticket: TicketRow; message: MessageRow; logs: TicketLog[] }
  | { outcome: 'duplicate' }
  /** The ticket was closed meanwhile: nothing was stored. */
  | { outcome: 'closed'; ticket: TicketRow }
  /** The ticket is pending, and the message was for an accepted one only: nothing was stored. */
  | { outcome: 'pending'; ticket: TicketRow }

/**
 * Stores a message in ONE transaction: the pointer (which refuses a duplicate), the message, and
 * the ticket's preview, unread count and place in the lists. `set`, `logs` and `extra` are part of
 * it. Throws ERR_NO_TICKET_FOUND.
 */
export async function storeMessage(
  given: TicketRow,
  message: NewMessage,
  also: {
    /** Number of unread messages added. */
    unread?: number
    set?: TicketChanges | ((now: TicketRow) => TicketChanges)
    logs?: readonly NewLog[]
    extra?: readonly Write[]
    /** Messages that follow it, whose writes are among `extra`. */
    following?: readonly MessageRow[]
    /** True if the caller requests the search index itself, and is retried until that succeeds. */
    asksForIndex?: boolean
    /** Stores into a closed ticket too (the farewell). */
    evenClosed?: boolean
    /** Does not store into a pending ticket. */
    acceptedOnly?: boolean
  } = {},
): Promise<Stored> {
  const { companyId } = given
  let now: TicketRow | undefined = given
  return retryUntilWritten(async (): Promise<Stored> => {
    if (!now) throw new AppError('ERR_NO_TICKET_FOUND')
    const before: TicketRow = now
    if (!isLive(before.status) && !also.evenClosed) return { outcome: 'closed', ticket: before }
    if (before.status === 'pending' && also.acceptedOnly) return { outcome: 'pending', ticket: before }
    const row = messageOf(before, message)
    const set = typeof also.set === 'function' ? also.set(before) : (also.set ?? {})
    const after = changed(before, set, false)
    if (!row.fromMe && isSnoozed(after)) {
      after.snoozedUntil = null
      after.wokeAt = Date.now()
    }
    // A message after the closing (a farewell, a rating) leaves the ticket's row in the lists as it
    // was.
    const isOver = !isLive(before.status) && !isLive(after.status)
    const bump = isOver
      ? { unreadMessages: after.unreadMessages + (also.unread ?? 0) }
      : bumped(after, [row, ...(also.following ?? [])], also.unread ?? 0)
    if (!isOver && speakerOf(row) === 'person') {
      after.answeredAt ??= Date.now()
      after.givenAt = null
    }
    const stored = { ...after, ...bump }
    if (!isLive(stored.status)) stored.waitsSince = null
    const { ticket, writes: timers } = await completed(companyId, before, stored)
    const logs = (also.logs ?? []).map(log => logEntry(companyId, before.id, log))
    const writes = [
      ...messageWrites(row),
      ticketWrite(ticket, before),
      ...conversationWrites(before, ticket),
      ...logs.map(({ write }) => write),
      ...(await ticketFigures(companyId, before, ticket)),
      ...(await ticketEventWrites(companyId, before, ticket, row)),
      ...timers,
      ...(also.extra ?? []),
    ]
    const words = also.asksForIndex ? [] : indexWrites([row, ...(also.following ?? [])], MAX_WRITES - writes.length)
    try {
      await transact([...writes, ...words])
    } catch (error) {
      if (error instanceof WriteConflict && error.label === 'pointer') return { outcome: 'duplicate' }
      now = await afterRefusal(error, before, ticket)
      throw error
    }
    return { outcome: 'stored', before, ticket, message: row, logs: logs.map(({ log }) => log) }
  }, OVERTAKEN)
}
