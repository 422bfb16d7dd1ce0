/**
 * The ticket's row: one item below 1 KB with everything its list row shows. Each change replaces
 * the item under its version, so that index, counters and row always agree.
 */
import { META_PAGE_CHANNELS, type MetaPageChannel } from '@balcao/shared/entities/channel.ts'
import type { MediaType } from '@balcao/shared/entities/message.ts'
import type { QueueRef } from '@balcao/shared/entities/queue.ts'
import type { TagRef } from '@balcao/shared/entities/tag.ts'
import {
  type Rating,
  type Referral,
  TICKET_PRIORITIES,
  type TicketPriority,
  type TicketStatus,
} from '@balcao/shared/entities/ticket.ts'
import { GOAL_KINDS } from '@balcao/shared/entities/ticket-goal.ts'
import type { UserRef } from '@balcao/shared/entities/user.ts'
import type { WhatsappRef } from '@balcao/shared/entities/whatsapp.ts'
import { timeOfId } from '@balcao/shared/ids.ts'
import type { TicketGoal } from '@balcao/shared/rules/goals/ticket-goals.ts'
import type { Bot } from '@balcao/shared/rules/inbound/pipeline.ts'
import type { MenuState } from '@balcao/shared/rules/queue-menu.ts'
import { z } from 'zod'
import type { ContactRow } from '../contacts/contact-row.ts'
import type { StoredFields } from '../fields/field-values.ts'
import { defineRow } from '../table/define-row.ts'
import type { Range } from '../table/key-query.ts'
import type { TableKey } from '../table/keys.ts'
import { put, type Write } from '../table/transact.ts'
import type { CustomerWords, LastMessage } from './last-message-type.ts'

/** Stands in keys for "no queue" and "no user". */
export const NONE = 'none'

/** Tag as a ticket stores it, with whether it is a column of the kanban board. */
export type TicketTag = TagRef & { kanban?: true }

/** Referral as a ticket stores it; `at` is epoch milliseconds. */
export type TicketReferral = Omit<Referral, 'at'> & { at: number }

/** Ticket as the server stores it. Times are epoch milliseconds. */
export type TicketRow = {
  companyId: string
  id: string
  /** Number of changes; a write is refused if another one came first. */
  version: number
  status: TicketStatus
  /** `number` is the group's id for a group. `picture` is an object key. */
  contact: {
    id: string
    name: string
    number: string
    picture: string | null
    channel?: MetaPageChannel | undefined
    /**
     * True while the contact is blocked, for screens; what may be sent is decided by the contact.
     */
    blocked?: true | undefined
    /** Ids of the contact's own tags, by which views find the ticket; missing without any. */
    tags?: readonly string[] | undefined
  }
  isGroup: boolean
  queue: QueueRef | null
  user: UserRef | null
  whatsapp: WhatsappRef
  tags: TicketTag[]
  /** Missing in a row without one. */
  priority?: TicketPriority
  lastMessage: string
  lastMessageType: MediaType
  lastMessageFromMe: boolean
  /**
   * Details of the newest message; null before the first message, and in rows older than this
   * field.
   */
  last: LastMessage | null
  /** Customer's last message, if `last` is another one. Missing in rows older than this field. */
  customerWords?: CustomerWords | null
  unreadMessages: number
  chatbot: boolean
  menu: MenuState | null
  useIntegration: boolean
  promptId: string | null
  integrationId: string | null
  /** Menu option for which bills are being looked up. */
  billOptionId: string | null
  /** Time at which the armed expiry timer fires. */
  expiryAt: number | null
  /** Time since which the ticket waits in the queue, while it does. */
  pendingSince: number | null
  /**
   * Time since which the customer waits for a person's answer; null if they do not, and in rows
   * older than this field.
   */
  waitsSince?: number | null
  /** Time up to which all received messages were read. */
  readAt: number
  createdAt: number
  updatedAt: number
  /** Time of the first accept. */
  acceptedAt: number | null
  /** Time of the first accept since the ticket was created or reopened. */
  servedAt: number | null
  closedAt: number | null
  /** Time since which the ticket is in its column of the kanban board; null: since its creation. */
  laneAt: number | null
  /** Time of the last reopening; null: it was never reopened. */
  openedAt?: number | null
  /**
   * Time of a person's first answer since the ticket was created or reopened; the moment of its
   * creation if a person began it, who then owed no answer.
   */
  answeredAt?: number | null
  /**
   * True if it was closed while a bot had it and nobody ever took it, and the bot did not end it
   * itself. Missing otherwise.
   */
  abandoned?: boolean
  /** Service goals since it was created or reopened. */
  goals?: readonly TicketGoal[]
  /** Indexes of views in which it is (data/views/view-index.ts). */
  views?: readonly string[]
  /** Values of custom fields; missing in a row without any. */
  fields?: StoredFields | undefined
  /** Seconds from creation to the first accept; stored on close. */
  waitTime: number | null
  /** Seconds from accept to close; stored on close. */
  supportTime: number | null
  /** For a metaPage's conversation: time of the contact's last message. */
  lastContactAt?: number | null
  /**
   * End of the window of a cloud connection's ticket, 0 if the contact never wrote; null on
   * connections without such a window.
   */
  windowUntil?: number | null
  /** First advertisement or post of the ticket that brought the contact. */
  referral?: TicketReferral | null
  /** Time until which the ticket is left out of the list of open ones. */
  snoozedUntil?: number | null
  /** Time at which the snooze ended; null once the ticket was read. */
  wokeAt?: number | null
  /**
   * Time since which a message of ours may be missing on its queue, because the queue was
   * unavailable; later messages are sent after it.
   */
  unsentSince?: number | null
  /**
   * Time at which its queue gave it to its user; null once a person wrote in it,
   * and if the user got it otherwise.
   */
  givenAt?: number | null
  /** The contact's rating of the last closing: 1 unhappy, 2 satisfied, 3 very satisfied. */
  rating: Rating | null
  /**
   * True if a draft order was begun since the ticket was opened (draft-order.ts); a closing or
   * return that sees this removes the draft.
   */
  draftBegun: boolean
  /** Import and source id of a ticket of another system (imports/imported-row.ts). */
  importedFrom?: string | undefined
  /** True if a search finds it by its contact: it has no search items of a name or number. */
  foundByContact?: boolean
  /** Last replies of rules since a time (actions/reply-limit.ts); missing before the first. */
  ruleReplies?: { since: number; count: number }
}

/** Returns a contact as a ticket stores it. */
export const contactOfTicket = ({
  id,
  name,
  number,
  picture,
  scoped,
  blocked,
  tags,
}: Pick<ContactRow, 'id' | 'name' | 'number' | 'picture' | 'scoped' | 'blocked' | 'tags'>): TicketRow['contact'] => ({
  id,
  name,
  number,
  picture,
  ...(scoped ? { channel: scoped.channel } : {}),
  ...(blocked ? { blocked: true as const } : {}),
  ...(tags?.length ? { tags } : {}),
})

/** Status under which the lists hold a ticket: a snoozed open ticket is listed separately. */
export type PartitionStatus = TicketStatus | 'snoozed'
/** List statuses of an open ticket. */
export const OPEN_PARTITIONS = ['open', 'snoozed'] as const

export const isSnoozed = ({ status, snoozedUntil }: Pick<TicketRow, 'status' | 'snoozedUntil'>): boolean =>
  status === 'open' && typeof snoozedUntil === 'number'

const partitionStatusOf = (ticket: TicketRow): PartitionStatus => (isSnoozed(ticket) ? 'snoozed' : ticket.status)

/** Returns whether a ticket of this status is pending or open. */
export const isLive = (status: TicketStatus): boolean => status !== 'closed'

/** Returns the bot that answers in the ticket while no person does. */
export function botOf({ useIntegration, integrationId, promptId, billOptionId }: TicketRow): Bot | null {
  if (!useIntegration) return null
  if (billOptionId) return { kind: 'bill', id: billOptionId }
  if (integrationId) return { kind: 'integration', id: integrationId }
  return promptId ? { kind: 'prompt', id: promptId } : null
}

/** Fields of a ticket in which only people answer. */
export const NO_BOT = { useIntegration: false, integrationId: null, promptId: null, billOptionId: null } as const

/** Returns whether a bot answers in the ticket, which it does as long as no person does. */
export const isServed = (ticket: TicketRow): boolean =>
  ticket.status === 'pending' && ticket.user === null && botOf(ticket) !== null

/** Returns whether a ticket waits in its queue for a person: no bot or menu has a part in it. */
export const waitsForPerson = (ticket: TicketRow): boolean =>
  ticket.status === 'pending' && ticket.user === null && !ticket.chatbot && !isServed(ticket)

export const TICKETS = defineRow({
  kind: 'ticket',
  key: { pk: '${companyId}#ticket#${id}', sk: 'ticket' },
  indexes: {
    gsi1: { pk: '${companyId}#tickets#${status}', sk: '${rank}' },
    gsi2: { pk: '${companyId}#tickets#${status}#queue#${queueId}', sk: '${rank}' },
    // Index of pending tickets by how long they have waited in their queue
    // (`${companyId}#waiting#<queue id>`), and of others by their user
    // (`${companyId}#tickets#<status>#user#<user id>`); a ticket without a user is not in it.
    gsi3: { pk: '${companyId}#${third}', sk: '${thirdRank}' },
  },
  content: z.object({
    companyId: z.string(),
    id: z.string(),
    status: z.string().optional(),
    queueId: z.string().optional(),
    /** `updatedAt` and the end of the id: the order of every list, without ties. */
    rank: z.string().optional(),
    third: z.string().optional(),
    thirdRank: z.string().optional(),
    version: z.number(),
    /**
     * Other fields as one text (`Content`): a list of rows is read several times faster than from
     * nested attributes.
     */
    row: z.string(),
  }),
  keyOnly: ['companyId', 'id', 'status', 'queueId', 'rank', 'third', 'thirdRank'],
  unmarked: true,
})

/** Attributes of an item that a list reads. Company and id are in its key. */
export const TICKET_ATTRIBUTES = TICKETS.attributes

type Ref = [id: string, name: string]
type ColoredRef = [...Ref, color: string]
/**
 * Content by position, with 0 for missing values: field names would be a third of the row, which is
 * billed by size.
 */
type Content = [
  status: TicketStatus,
  updatedAt: number,
  /** `picture` without the company id it begins with. */
  contact: [...Ref, number: string, picture: string | 0, isGroup: 0 | 1, ...Rare],
  whatsapp: Ref,
  queue: ColoredRef | 0,
  user: Ref | 0,
  lastMessage: string,
  lastMessageType: MediaType | 0,
  lastMessageFromMe: 0 | 1,
  unreadMessages: number,
  tags: (ColoredRef | [...ColoredRef, kanban: 1])[],
  /** Times in the order of `TIMES`, cut after the last one that is set. */
  times: (number | null)[],
  /** Fields that most tickets do not have. */
  more: More | 0,
  last?: Last | 0,
  waiting?: Waiting,
]

/** `waitsSince`, then `customerWords`. */
type Waiting = [since: number | 0, ...words: [] | [place: string, text: string, type: MediaType | 0, deleted?: 1]]

/** The author of an own message is usually the ticket's user, whose name is already in the row. */
type Last = [place: string, origin?: number, ack?: number, flags?: number, user?: Ref | typeof TICKETS_USER]
const TICKETS_USER = 1
/** Fields that few contacts have: another channel, a block, tags. */
type Rare = [channel?: 0 | 1 | 2, blocked?: 0 | 1, tags?: readonly string[]]

function rareOf({ channel, blocked, tags }: TicketRow['contact']): Rare {
  const of = channel ? (channel === 'facebook' ? 1 : 2) : 0
  if (tags?.length) return [of, blocked ? 1 : 0, tags]
  return blocked ? [of, 1] : of ? [of] : []
}

const ORIGINS = ['contact', 'attendant', 'bot', 'handset', 'api', 'campaign', 'machine'] as const
const FAILED = 1
const DELETED = 2

export const rankOf = (ticket: { id: string; updatedAt: number }): string =>
  `${ticket.updatedAt}-${ticket.id.slice(-8)}`

/**
 * Returns since when a pending ticket waits: since the customer's first unanswered message, else
 * since it entered its queue.
 */
export const waitingSinceOf = ({ waitsSince, pendingSince, createdAt }: TicketRow): number =>
  waitsSince ?? pendingSince ?? createdAt

/**
 * Returns the ticket's rank among those waiting in its queue, highest priority first, then longest
 * waiting, without ties. A wait begins with a 1 until the year 2286, a priority with a 0 (urgent
 * `00`, low `03`), so rows without priority keep their rank of before there were any.
 */
export const waitRankOf = (ticket: TicketRow): string => {
  const above = TICKET_PRIORITIES.length - 1 - TICKET_PRIORITIES.indexOf(ticket.priority ?? 'none')
  const priority = ticket.priority && ticket.priority !== 'none' ? `0${above}-` : ''
  return `${priority}${waitingSinceOf(ticket)}-${ticket.id.slice(-8)}`
}

/** Fields with a time (epoch ms) or a duration (seconds), the most common first. */
const TIMES = [
  'acceptedAt',
  'servedAt',
  'readAt',
  'pendingSince',
  'closedAt',
  'waitTime',
  'supportTime',
  'expiryAt',
  'laneAt',
  'lastContactAt',
  'snoozedUntil',
  'wokeAt',
  'unsentSince',
  'windowUntil',
  'openedAt',
  'answeredAt',
  'givenAt',
] as const

type More = Partial<
  Pick<
    TicketRow,
    | 'chatbot'
    | 'menu'
    | 'useIntegration'
    | 'promptId'
    | 'integrationId'
    | 'billOptionId'
    | 'rating'
    | 'draftBegun'
    | 'referral'
    | 'priority'
    | 'abandoned'
    | 'importedFrom'
    | 'foundByContact'
    | 'ruleReplies'
  >
> & { goals?: PackedGoal[]; views?: readonly string[]; fields?: StoredFields }

/**
 * Goal by position: `kind` by its place in GOAL_KINDS, times, and the end of the goal's id; cut
 * after the last one that is set.
 */
type PackedGoal = [
  kind: number,
  startedAt: number,
  warnAt: number,
  dueAt: number,
  breachedAt?: number | null,
  metAt?: number | null,
  goal?: string,
]

const compact = <T extends Record<string, unknown>>(given: T): Partial<T> | undefined => {
  const kept = Object.entries(given).filter(([, value]) => value !== null && value !== false)
  return kept.length > 0 ? (Object.fromEntries(kept) as Partial<T>) : undefined
}

const menuOf = ({ phase, startedAt, shownAt, repeats, at }: MenuState): MenuState => ({
  phase,
  startedAt,
  shownAt,
  repeats,
  ...(at ? { at: { id: at.id, path: at.path } } : {}),
})
const packed = ({ id, name, color }: QueueRef): ColoredRef => [id, name, color]
const colored = ([id, name, color]: ColoredRef): QueueRef => ({ id, name, color })
const packedTag = (tag: TicketTag): Content[10][number] =>
  tag.kanban ? [tag.id, tag.name, tag.color, 1] : [tag.id, tag.name, tag.color]
const tagOf = ([id, name, color, kanban]: Content[10][number]): TicketTag => ({
  id,
  name,
  color,
  ...(kanban === 1 ? { kanban: true } : {}),
})

const packedGoal = ({ kind, goal, startedAt, warnAt, dueAt, breachedAt, metAt }: TicketGoal): PackedGoal => {
  const packed: unknown[] = [GOAL_KINDS.indexOf(kind), startedAt, warnAt, dueAt, breachedAt, metAt, goal]
  while (packed.at(-1) === null || packed.at(-1) === undefined) packed.pop()
  return packed as PackedGoal
}
const goalIn = ([kind, startedAt, warnAt, dueAt, breachedAt = null, metAt = null, goal]: PackedGoal): TicketGoal => ({
  kind: GOAL_KINDS[kind]!,
  ...(goal ? { goal } : {}),
  startedAt,
  warnAt,
  dueAt,
  breachedAt,
  metAt,
})

const contentOf = (ticket: TicketRow): Content => {
  const times: (number | null)[] = TIMES.map(name =>
    name === 'readAt' ? ticket.readAt || null : (ticket[name] ?? null),
  )
  while (times.length > 0 && times.at(-1) === null) times.pop()
  const more: More = {
    chatbot: ticket.chatbot,
    menu: ticket.menu && menuOf(ticket.menu),
    useIntegration: ticket.useIntegration,
    promptId: ticket.promptId,
    integrationId: ticket.integrationId,
    billOptionId: ticket.billOptionId,
    rating: ticket.rating,
    draftBegun: ticket.draftBegun,
    referral: ticket.referral ?? null,
    ...(ticket.priority && ticket.priority !== 'none' ? { priority: ticket.priority } : {}),
    ...(ticket.abandoned ? { abandoned: true } : {}),
    ...(ticket.goals?.length ? { goals: ticket.goals.map(packedGoal) } : {}),
    ...(ticket.views?.length ? { views: ticket.views } : {}),
    ...(ticket.fields ? { fields: ticket.fields } : {}),
    ...(ticket.importedFrom ? { importedFrom: ticket.importedFrom } : {}),
    ...(ticket.foundByContact ? { foundByContact: true } : {}),
    ...(ticket.ruleReplies ? { ruleReplies: ticket.ruleReplies } : {}),
  }
  const { contact, whatsapp, queue, user } = ticket
  return [
    ticket.status,
    ticket.updatedAt,
    [
      contact.id,
      contact.name,
      contact.number,
      contact.picture ? contact.picture.replace(`${ticket.companyId}/`, '') : 0,
      ticket.isGroup ? 1 : 0,
      ...rareOf(contact),
    ],
    [whatsapp.id, whatsapp.name],
    queue ? packed(queue) : 0,
    user ? [user.id, user.name] : 0,
    ticket.lastMessage,
    ticket.lastMessageType === 'chat' ? 0 : ticket.lastMessageType,
    ticket.lastMessageFromMe ? 1 : 0,
    ticket.unreadMessages,
    ticket.tags.map(packedTag),
    times,
    compact(more) ?? 0,
    ...packedEnd(ticket),
  ]
}

function packedEnd(ticket: TicketRow): [] | [Last | 0] | [Last | 0, Waiting] {
  const [last] = packedLast(ticket)
  const waiting = packedWaiting(ticket)
  return waiting ? [last ?? 0, waiting] : last ? [last] : []
}

function packedWaiting({ waitsSince, customerWords: words }: TicketRow): Waiting | undefined {
  if (!words) return waitsSince ? [waitsSince] : undefined
  const type = words.type === 'chat' ? (0 as const) : words.type
  return [waitsSince ?? 0, words.place, words.text, type, ...(words.deleted ? [1 as const] : [])] as Waiting
}

function wordsIn([, place, text, type, deleted]: Waiting): CustomerWords | null {
  return place === undefined ? null : { place, text: text!, type: type || 'chat', deleted: deleted === 1 }
}

function packedLast({ last, user }: TicketRow): [] | [Last] {
  if (!last) return []
  const flags = (last.failed ? FAILED : 0) | (last.deleted ? DELETED : 0)
  const isTickets = last.user !== null && last.user.id === user?.id && last.user.name === user.name
  const by: [] | [Ref | typeof TICKETS_USER] = last.user
    ? [isTickets ? TICKETS_USER : [last.user.id, last.user.name]]
    : []
  if (last.origin === 'contact') return [flags === 0 ? [last.place] : [last.place, 0, 0, flags]]
  return [[last.place, ORIGINS.indexOf(last.origin), last.ack ?? 0, flags, ...by]]
}

function lastOf(given: Last | 0 | undefined, user: Ref | 0): LastMessage | null {
  if (!given) return null
  const [place, origin = 0, ack = 0, flags = 0, by] = given
  const ref = by === TICKETS_USER ? user || undefined : by
  return {
    place,
    origin: ORIGINS[origin] ?? 'contact',
    user: ref ? { id: ref[0], name: ref[1] } : null,
    ack: origin === 0 ? null : ack,
    failed: (flags & FAILED) > 0,
    deleted: (flags & DELETED) > 0,
  }
}

/** Returns the row in an item of the table or of one of its indexes. */
export function toTicketRow(given: object): TicketRow {
  const { companyId, id, version, row } = TICKETS.parse(given as Record<string, unknown>)!
  const [
    status,
    updatedAt,
    contact,
    whatsapp,
    queue,
    user,
    text,
    type,
    fromMe,
    unreadMessages,
    tags,
    times,
    rest,
    last,
    waiting = [0] as Waiting,
  ] = JSON.parse(row) as Content
  const more = rest || {}
  const timeOf = (name: (typeof TIMES)[number]) => times[TIMES.indexOf(name)] ?? null
  const [contactId, name, number, picture, isGroup, channel, blocked, contactTags] = contact
  return {
    companyId,
    id,
    version,
    status,
    contact: {
      id: contactId,
      name,
      number,
      picture: picture ? `${companyId}/${picture}` : null,
      ...(channel ? { channel: META_PAGE_CHANNELS[channel - 1] } : {}),
      ...(blocked ? { blocked: true } : {}),
      ...(contactTags ? { tags: contactTags } : {}),
    },
    isGroup: isGroup === 1,
    queue: queue ? colored(queue) : null,
    user: user ? { id: user[0], name: user[1] } : null,
    whatsapp: { id: whatsapp[0], name: whatsapp[1] },
    tags: tags.map(tagOf),
    lastMessage: text,
    lastMessageType: type || 'chat',
    lastMessageFromMe: fromMe === 1,
    last: lastOf(last, user),
    customerWords: wordsIn(waiting),
    unreadMessages,
    chatbot: more.chatbot ?? false,
    menu: more.menu ?? null,
    useIntegration: more.useIntegration ?? false,
    promptId: more.promptId ?? null,
    integrationId: more.integrationId ?? null,
    billOptionId: more.billOptionId ?? null,
    expiryAt: timeOf('expiryAt'),
    pendingSince: timeOf('pendingSince'),
    waitsSince: waiting[0] || null,
    readAt: timeOf('readAt') ?? 0,
    createdAt: timeOfId(id),
    updatedAt,
    acceptedAt: timeOf('acceptedAt'),
    servedAt: timeOf('servedAt'),
    closedAt: timeOf('closedAt'),
    laneAt: timeOf('laneAt'),
    lastContactAt: timeOf('lastContactAt'),
    snoozedUntil: timeOf('snoozedUntil'),
    wokeAt: timeOf('wokeAt'),
    unsentSince: timeOf('unsentSince'),
    waitTime: timeOf('waitTime'),
    supportTime: timeOf('supportTime'),
    rating: more.rating ?? null,
    draftBegun: more.draftBegun ?? false,
    windowUntil: timeOf('windowUntil'),
    openedAt: timeOf('openedAt'),
    answeredAt: timeOf('answeredAt'),
    givenAt: timeOf('givenAt'),
    ...(more.goals ? { goals: more.goals.map(goalIn) } : {}),
    ...(more.views ? { views: more.views } : {}),
    ...(more.fields ? { fields: more.fields } : {}),
    ...(more.importedFrom ? { importedFrom: more.importedFrom } : {}),
    ...(more.foundByContact ? { foundByContact: true } : {}),
    ...(more.ruleReplies ? { ruleReplies: more.ruleReplies } : {}),
    referral: more.referral ?? null,
    ...(more.priority ? { priority: more.priority } : {}),
    ...(more.abandoned ? { abandoned: true } : {}),
  }
}

/** Returns a row's content as its item and its copies in views hold it. */
export const ticketContent = (ticket: TicketRow): string => JSON.stringify(contentOf(ticket))

/** Returns the row in the item that a refused write found. */
export const parseTicket = (raw: Record<string, unknown> | undefined): TicketRow | undefined =>
  raw ? toTicketRow(raw) : undefined

/** Returns the key of a ticket's row. */
export const ticketKey = (companyId: string, id: string): TableKey => TICKETS.key({ companyId, id })

/** Returns which partition of the third index holds the tickets of a user, or those that wait. */
const thirdOf = {
  user: (status: PartitionStatus, userId: string) => `tickets#${status}#user#${userId}`,
  waiting: (queueId: string) => `waiting#${queueId}`,
}

/** Queries of the indexes that hold a ticket's row. */
export const laneQuery = {
  byStatus: (companyId: string, status: PartitionStatus, range: Range) =>
    TICKETS.queryIndex('gsi1', { companyId, status }, range),
  byQueue: (companyId: string, status: PartitionStatus, queueId: string, range: Range) =>
    TICKETS.queryIndex('gsi2', { companyId, status, queueId }, range),
  byUser: (companyId: string, status: PartitionStatus, userId: string, range: Range) =>
    TICKETS.queryIndex('gsi3', { companyId, third: thirdOf.user(status, userId) }, range),
  waiting: (companyId: string, queueId: string, range: Range) =>
    TICKETS.queryIndex('gsi3', { companyId, third: thirdOf.waiting(queueId) }, range),
}

/**
 * Returns a write labelled `ticket`: a new row, or one that replaces `before` provided that it is
 * unchanged.
 */
export function ticketWrite(after: TicketRow, before?: TicketRow): Write {
  const { companyId, id, version } = after
  const status = partitionStatusOf(after)
  const queueId = after.queue?.id ?? NONE
  const rank = rankOf(after)
  const third =
    status === 'pending'
      ? { third: thirdOf.waiting(queueId), thirdRank: waitRankOf(after) }
      : after.user && { third: thirdOf.user(status, after.user.id), thirdRank: rank }
  const row = { companyId, id, status, queueId, rank, ...third, version, row: ticketContent(after) }
  return put('ticket', TICKETS.replace(row, before))
}
