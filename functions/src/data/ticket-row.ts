/**
 * The ticket's row: one item below 1 KB that carries everything its list row shows. Each change replaces the item under
 * its version, so that a lane, a counter and the row can never disagree.
 */
import type { MediaType } from '@balcao/shared/entities/message.ts'
import type { QueueRef } from '@balcao/shared/entities/queue.ts'
import type { TagRef } from '@balcao/shared/entities/tag.ts'
import { TICKET_STATUSES, type TicketStatus } from '@balcao/shared/entities/ticket.ts'
import type { UserRef } from '@balcao/shared/entities/user.ts'
import type { WhatsappRef } from '@balcao/shared/entities/whatsapp.ts'
import { timeOfId } from '@balcao/shared/ids.ts'
import type { MenuState } from '@balcao/shared/rules/queue-menu.ts'
import { Entity, type EntityItem } from 'electrodb'
import { tableName } from './client.ts'
import { index, model } from './entity.ts'
import { put, type Write } from './transact.ts'

/** Stands in keys for "no queue" and "no user". */
export const NONE = 'none'

/** A ticket as the server knows it. Times are epoch milliseconds. */
export type TicketRow = {
  companyId: string
  id: string
  /** Counts the changes; a write is refused when somebody else's came first. */
  version: number
  status: TicketStatus
  /** Of a group `number` is the group's id. `picture` is an object key. */
  contact: { id: string; name: string; number: string; picture: string | null }
  isGroup: boolean
  queue: QueueRef | null
  user: UserRef | null
  whatsapp: WhatsappRef
  tags: TagRef[]
  lastMessage: string
  lastMessageType: MediaType
  lastMessageFromMe: boolean
  unreadMessages: number
  chatbot: boolean
  menu: MenuState | null
  useIntegration: boolean
  promptId: string | null
  integrationId: string | null
  /** When the armed expiry timer fires. */
  expiryAt: number | null
  /** Since when it waits in the queue, while it does. */
  pendingSince: number | null
  /** Everything received up to then was read. */
  readAt: number
  createdAt: number
  updatedAt: number
  /** The first accept. */
  acceptedAt: number | null
  /** The first accept since the ticket was made or reopened. */
  servedAt: number | null
  closedAt: number | null
  /** Seconds from creation to the first accept; stored on close. */
  waitTime: number | null
  /** Seconds from accept to close; stored on close. */
  supportTime: number | null
}

export const TicketEntity = new Entity({
  model: model('ticket'),
  attributes: {
    companyId: { type: 'string', required: true },
    id: { type: 'string', required: true },
    version: { type: 'number', required: true },
    status: { type: TICKET_STATUSES, required: true },
    /** `updatedAt` and the end of the id: the order of every list, without ties. */
    rank: { type: 'string', required: true },
    queueId: { type: 'string', required: true },
    userId: { type: 'string', required: true },
    contact: { type: 'any', required: true },
    queue: { type: 'any' },
    user: { type: 'any' },
    whatsapp: { type: 'any', required: true },
    tags: { type: 'any' },
    last: { type: 'any' },
    unread: { type: 'number' },
    readAt: { type: 'number' },
    /** What most tickets do not have. */
    more: { type: 'any' },
  },
  indexes: {
    byId: index(
      'main',
      { composite: ['companyId', 'id'], template: '${companyId}#ticket#${id}' },
      { composite: [], template: 'ticket' },
    ),
    byStatus: index(
      'gsi1',
      { composite: ['companyId', 'status'], template: '${companyId}#tickets#${status}' },
      { composite: ['rank'], template: '${rank}' },
    ),
    byQueue: index(
      'gsi2',
      { composite: ['companyId', 'status', 'queueId'], template: '${companyId}#tickets#${status}#queue#${queueId}' },
      { composite: ['rank'], template: '${rank}' },
    ),
    byUser: {
      ...index(
        'gsi3',
        { composite: ['companyId', 'status', 'userId'], template: '${companyId}#tickets#${status}#user#${userId}' },
        { composite: ['rank'], template: '${rank}' },
      ),
      // Sparse: a ticket without a user is in nobody's lane.
      condition: (row: { userId?: string }) => row.userId !== NONE,
    },
  },
} as const)

type Item = EntityItem<typeof TicketEntity>
/** What the keys say (company, id, status, queue, user, rank) is not stored a second time: the row is paid for by size. */
type StoredItem = Omit<Item, 'companyId' | 'id' | 'status' | 'queueId' | 'userId' | 'rank'> & {
  pk: string
  gsi1pk: string
  gsi1sk: string
  gsi2pk: string
  gsi3pk?: string
}

export const rankOf = (ticket: { id: string; updatedAt: number }): string =>
  `${ticket.updatedAt}-${ticket.id.slice(-8)}`

type More = Partial<
  Pick<
    TicketRow,
    | 'chatbot'
    | 'menu'
    | 'useIntegration'
    | 'promptId'
    | 'integrationId'
    | 'expiryAt'
    | 'pendingSince'
    | 'acceptedAt'
    | 'servedAt'
    | 'closedAt'
    | 'waitTime'
    | 'supportTime'
  >
>

const compact = <T extends Record<string, unknown>>(given: T): Partial<T> | undefined => {
  const kept = Object.entries(given).filter(([, value]) => value !== null && value !== false && value !== undefined)
  return kept.length > 0 ? (Object.fromEntries(kept) as Partial<T>) : undefined
}

const toItem = (ticket: TicketRow): Item => {
  const more: More = {
    chatbot: ticket.chatbot,
    menu: ticket.menu,
    useIntegration: ticket.useIntegration,
    promptId: ticket.promptId,
    integrationId: ticket.integrationId,
    expiryAt: ticket.expiryAt,
    pendingSince: ticket.pendingSince,
    acceptedAt: ticket.acceptedAt,
    servedAt: ticket.servedAt,
    closedAt: ticket.closedAt,
    waitTime: ticket.waitTime,
    supportTime: ticket.supportTime,
  }
  const { picture, ...contact } = ticket.contact
  return {
    companyId: ticket.companyId,
    id: ticket.id,
    version: ticket.version,
    status: ticket.status,
    rank: rankOf(ticket),
    queueId: ticket.queue?.id ?? NONE,
    userId: ticket.user?.id ?? NONE,
    contact: {
      ...contact,
      ...(picture ? { picture: picture.replace(`${ticket.companyId}/`, '') } : {}),
      ...(ticket.isGroup ? { group: true } : {}),
    },
    ...(ticket.queue ? { queue: { name: ticket.queue.name, color: ticket.queue.color } } : {}),
    ...(ticket.user ? { user: { name: ticket.user.name } } : {}),
    whatsapp: ticket.whatsapp,
    ...(ticket.tags.length > 0 ? { tags: ticket.tags } : {}),
    ...(ticket.lastMessage || ticket.lastMessageType !== 'chat' || ticket.lastMessageFromMe
      ? { last: compact({ text: ticket.lastMessage, type: ticket.lastMessageType, me: ticket.lastMessageFromMe }) }
      : {}),
    ...(ticket.unreadMessages > 0 ? { unread: ticket.unreadMessages } : {}),
    ...(ticket.readAt > 0 ? { readAt: ticket.readAt } : {}),
    ...(compact(more) ? { more: compact(more) } : {}),
  }
}

/** Reads the keys too: pass it to every `go` whose rows become `TicketRow`. */
export const WITH_KEYS = { data: 'includeKeys' } as const

/** The row of an item of the table or of one of its indexes, read with `WITH_KEYS`. */
export function toTicketRow(given: object): TicketRow {
  const item = given as StoredItem
  const [companyId = '', , id = ''] = item.pk.split('#')
  const status = item.gsi1pk.split('#')[2] as TicketStatus
  const queueId = item.gsi2pk.split('#')[4] ?? NONE
  const userId = item.gsi3pk?.split('#')[4] ?? NONE
  const more = (item.more ?? {}) as More
  const { contact, queue, user, whatsapp } = item
  // Fields are named one by one: the table keeps no order within a map, and rows are compared as texts.
  return {
    companyId,
    id,
    version: item.version,
    status,
    contact: {
      id: contact.id,
      name: contact.name,
      number: contact.number,
      picture: contact.picture ? `${companyId}/${contact.picture}` : null,
    },
    isGroup: contact.group ?? false,
    queue: queueId === NONE ? null : { id: queueId, name: queue.name, color: queue.color },
    user: userId === NONE ? null : { id: userId, name: user.name },
    whatsapp: { id: whatsapp.id, name: whatsapp.name },
    tags: ((item.tags ?? []) as TagRef[]).map(({ id: tagId, name, color }) => ({ id: tagId, name, color })),
    lastMessage: item.last?.text ?? '',
    lastMessageType: item.last?.type ?? 'chat',
    lastMessageFromMe: item.last?.me ?? false,
    unreadMessages: item.unread ?? 0,
    chatbot: more.chatbot ?? false,
    menu: more.menu ? menuOf(more.menu) : null,
    useIntegration: more.useIntegration ?? false,
    promptId: more.promptId ?? null,
    integrationId: more.integrationId ?? null,
    expiryAt: more.expiryAt ?? null,
    pendingSince: more.pendingSince ?? null,
    readAt: item.readAt ?? 0,
    createdAt: timeOfId(id),
    updatedAt: Number(item.gsi1sk.split('-')[0]),
    acceptedAt: more.acceptedAt ?? null,
    servedAt: more.servedAt ?? null,
    closedAt: more.closedAt ?? null,
    waitTime: more.waitTime ?? null,
    supportTime: more.supportTime ?? null,
  }
}

const menuOf = ({ phase, startedAt, shownAt, repeats }: MenuState): MenuState => ({
  phase,
  startedAt,
  shownAt,
  repeats,
})

/** The row in what a refused write found. */
export const parseTicket = (raw: Record<string, unknown> | undefined): TicketRow | undefined =>
  raw ? toTicketRow(raw) : undefined

/** A write labelled `ticket`: a new row, or one that takes the place of `before` as long as nobody else changed it. */
export function ticketWrite(after: TicketRow, before?: TicketRow): Write {
  const item = toItem(after)
  const params = before
    ? TicketEntity.put(item)
        .where((row, is) => is.eq(row.version, before.version))
        .params({ table: tableName() })
    : TicketEntity.create(item).params({ table: tableName() })
  const { companyId: _, id: __, status: ___, queueId: ____, userId: _____, rank: ______, ...stored } = params.Item
  return put('ticket', { ...params, Item: stored })
}
