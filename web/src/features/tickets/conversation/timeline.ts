import type { Message } from '@balcao/shared/entities/message.ts'
import type { TicketLog, TicketNote } from '@balcao/shared/entities/ticket.ts'
import { dayOf } from '#/lib/format.ts'
import type { Outgoing } from '../public/outgoing.ts'

/**
 * A row of the conversation, from top to bottom. `key` is stable, so that rows keep their place.
 */
export type TimelineRow =
  | { kind: 'day'; key: string; date: string }
  | { kind: 'unread'; key: string; count: number }
  /** `recovered`: messages that arrived after the gap; null where they are not all loaded. */
  | { kind: 'gap'; key: string; from: string; to: string; recovered: number | null }
  /** An event of the ticket; for a transfer also the user or queue that received it. */
  | { kind: 'event'; key: string; entry: TicketLog; to: TicketLog | null }
  | { kind: 'note'; key: string; note: TicketNote }
  /** `joined`: the bubble continues the one above (same side, same author, within minutes). */
  | { kind: 'message'; key: string; message: Message; joined: boolean }
  | { kind: 'outgoing'; key: string; item: Outgoing; joined: boolean }

/** Maximum time between two bubbles of one author that join, ms. */
const JOINS_MS = 5 * 60_000

const authorOf = (message: Message): string =>
  message.fromMe
    ? `me:${message.user?.id ?? message.campaign?.id ?? message.origin}`
    : `them:${message.contact?.number ?? ''}`

/** Events worth showing between messages; visits and the bot's decisions are in the log alone. */
const EVENTS: ReadonlySet<TicketLog['type']> = new Set([
  'open',
  'transfered',
  'pending',
  'closed',
  'reopen',
  'redirect',
  'rated',
  'campaign',
  'messageEdited',
  'messageDeleted',
  'contactChanged',
  'priority',
  'rule',
  'ruleLoop',
  'distributed',
  'returned',
])

export type Unread = { id: string; count: number }

type Input = {
  /** Messages, oldest first, each once. */
  messages: readonly Message[]
  outgoing: readonly Outgoing[]
  log?: readonly TicketLog[]
  notes?: readonly TicketNote[]
  /** Older messages exist: events before the loaded ones show with them. */
  hasOlder?: boolean
  /** First message that was unread at the opening, and the number of unread ones. */
  unread: Unread | null
  /** Id of the signed-in user, whose outgoing messages join the own ones. */
  userId: string
  zone: string
}

type Beside = { at: string; row: Extract<TimelineRow, { kind: 'gap' | 'event' | 'note' }> }

/** Returns gaps of the connection, events of the ticket and its notes, by their time. */
function besides(log: readonly TicketLog[], notes: readonly TicketNote[]): Beside[] {
  const found = log.flatMap((entry, i): Beside[] => {
    if (entry.type === 'gap' && entry.gap)
      return [
        {
          at: entry.gap.to,
          row: { kind: 'gap', key: `gap-${entry.id}`, from: entry.gap.from, to: entry.gap.to, recovered: null },
        },
      ]
    if (!EVENTS.has(entry.type)) return []
    const next = log[i + 1]
    const to = entry.type === 'transfered' && next?.type === 'receivedTransfer' ? next : null
    return [{ at: entry.createdAt, row: { kind: 'event', key: `log-${entry.id}`, entry, to } }]
  })
  for (const note of notes) found.push({ at: note.createdAt, row: { kind: 'note', key: `note-${note.id}`, note } })
  return found.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}

/** Returns the number of messages received since `from`; null if older ones may belong to them. */
function receivedSince(messages: readonly Message[], end: number, from: string, hasOlder: boolean): number | null {
  let count = 0
  for (let i = end - 1; i >= 0; i--) {
    const { createdAt, origin } = messages[i]!
    if (createdAt <= from) return count
    if (origin === 'contact' || origin === 'handset') count++
  }
  return hasOlder ? null : count
}

/** Day by message, cached: it is needed again with each new message. */
const days = new Map<string, string>()
const MAX_CACHED = 20_000

function dateOf(at: string, zone: string): string {
  const key = `${zone}|${at}`
  let date = days.get(key)
  if (date === undefined) {
    if (days.size >= MAX_CACHED) days.clear()
    date = dayOf(at, zone)
    days.set(key, date)
  }
  return date
}

/**
 * Builds the rows: a header per day in the company's zone, the mark of the first unread message,
 * gaps, events, notes, joined bubbles.
 */
export function timeline({
  messages,
  outgoing,
  log = [],
  notes = [],
  hasOlder = false,
  unread,
  userId,
  zone,
}: Input): TimelineRow[] {
  const rows: TimelineRow[] = []
  const arrived = new Set(messages.flatMap(message => (message.clientId ? [message.clientId] : [])))
  const others = besides(log, notes)
  const times = new Map<string, number>()
  let next = 0
  let day = ''
  let previous: { author: string; at: number } | null = null

  const open = (at: string) => {
    const date = dateOf(at, zone)
    if (date === day) return
    day = date
    previous = null
    // Different clocks may repeat a day: its first header keeps the plain key.
    const before = times.get(date) ?? 0
    times.set(date, before + 1)
    rows.push({ kind: 'day', key: `day-${date}${before > 0 ? `-${before}` : ''}`, date })
  }
  const joins = (author: string, at: string): boolean => {
    const ms = Date.parse(at)
    const joined = previous !== null && previous.author === author && ms - previous.at <= JOINS_MS
    previous = { author, at: ms }
    return joined
  }
  /** @param end index of the message it is placed before */
  const addEvent = ({ at, row }: Beside, end: number) => {
    open(at)
    // The log counts those of the whole connection; a conversation shows its own number.
    rows.push(row.kind === 'gap' ? { ...row, recovered: receivedSince(messages, end, row.from, hasOlder) } : row)
    previous = null
  }

  for (const [place, message] of messages.entries()) {
    for (let other = others[next]; other && other.at <= message.createdAt; other = others[++next]) {
      // Older than the loaded messages: it shows with its own page.
      if (rows.length > 0 || !hasOlder) addEvent(other, place)
    }
    open(message.createdAt)
    if (message.id === unread?.id) {
      rows.push({ kind: 'unread', key: 'unread', count: unread.count })
      previous = null
    }
    // A sent message keeps its row when the server's copy replaces the browser's.
    const key = message.clientId ?? message.id
    rows.push({ kind: 'message', key, message, joined: joins(authorOf(message), message.createdAt) })
  }
  // A conversation without messages shows how to begin one, and no other row.
  if (rows.length > 0 || messages.length > 0) for (const other of others.slice(next)) addEvent(other, messages.length)
  for (const item of outgoing) {
    if (arrived.has(item.clientId)) continue
    open(item.createdAt)
    rows.push({ kind: 'outgoing', key: item.clientId, item, joined: joins(`me:${userId}`, item.createdAt) })
  }
  return rows
}

/** Returns whether somebody has answered after the unread mark since the opening. */
export function isAnswered(messages: readonly Message[], outgoing: readonly Outgoing[], { id }: Unread): boolean {
  const arrived = new Set(messages.flatMap(message => (message.clientId ? [message.clientId] : [])))
  if (outgoing.some(item => !arrived.has(item.clientId))) return true
  const first = messages.findIndex(message => message.id === id)
  return first >= 0 && messages.slice(first + 1).some(({ fromMe, user }) => fromMe && user !== null)
}

/**
 * Returns the first of the contact's last `count` messages; null if it is none of the loaded ones.
 */
export function unreadFrom(messages: readonly Message[], count: number): Unread | null {
  const id = count > 0 ? messages.filter(message => !message.fromMe).at(-count)?.id : undefined
  return id === undefined ? null : { id, count }
}

/** Returns the number of the contact's messages after this one; without one, of all. */
export const receivedBehind = (messages: readonly Message[], id: string | null): number => {
  let count = 0
  for (let i = messages.length - 1; i >= 0; i--) {
    const message = messages[i]!
    if (id !== null && message.id <= id) break
    if (!message.fromMe) count++
  }
  return count
}

export type Day = { key: string; rows: TimelineRow[] }

/** Groups the rows by day, so that a header sticks to the top only during its day. */
export function byDay(rows: readonly TimelineRow[]): Day[] {
  const days: Day[] = []
  for (const row of rows) {
    if (row.kind === 'day' || days.length === 0) days.push({ key: row.key, rows: [] })
    days.at(-1)!.rows.push(row)
  }
  return days
}

/**
 * Returns whether a message can be in an album: an existing picture or video that quotes nothing.
 */
const isInAlbum = ({ albumId, mediaType, isDeleted, error, quotedMsg }: Message): boolean =>
  !!albumId && (mediaType === 'image' || mediaType === 'video') && !isDeleted && error === null && !quotedMsg

const isSameAlbum = (a: TimelineRow | undefined, b: TimelineRow): boolean =>
  a?.kind === 'message' &&
  b.kind === 'message' &&
  a.message.albumId === b.message.albumId &&
  isInAlbum(a.message) &&
  isInAlbum(b.message) &&
  authorOf(a.message) === authorOf(b.message)

/** Returns the rows one by one, consecutive pictures of an album together. */
export function inAlbums(rows: readonly TimelineRow[]): TimelineRow[][] {
  const groups: TimelineRow[][] = []
  for (const row of rows) {
    if (isSameAlbum(groups.at(-1)?.at(-1), row)) groups.at(-1)!.push(row)
    else groups.push([row])
  }
  return groups
}

/** Page of the server a message came with. */
export type Place = {
  page: string
  /** True if the page is divided into parts: it grows, or is long. */
  divided: boolean
  /** Number of the block, counted from the first requested page. */
  block: number
}

/** Returns whether a message begins a part: one in ten, by the last digit of its id. */
const begins = (id: string): boolean => id.endsWith('0')

/**
 * Groups a day's rows into parts, which are drawn or skipped as a whole: a page of the server, or
 * some sixteen messages of a divided one. So older pages above change no existing part.
 */
export function toTimelineParts({ key, rows }: Day, placeOf: (messageId: string) => Place | undefined): Day[] {
  const parts: Day[] = []
  let page: string | undefined
  for (const row of rows) {
    const id = row.kind === 'message' ? row.message.id : undefined
    const its = id === undefined ? undefined : placeOf(id)
    const isNext = its !== undefined && page !== undefined && its.page !== page
    if (parts.length === 0 || isNext) parts.push({ key: `${key} page ${its?.page ?? ''}`, rows: [] })
    // An album stays in one part.
    else if (its?.divided && begins(id!) && !isSameAlbum(parts.at(-1)!.rows.at(-1), row))
      parts.push({ key: `${key} ${id}`, rows: [] })
    if (its !== undefined) page = its.page
    parts.at(-1)!.rows.push(row)
  }
  return parts
}

/**
 * A block of a day's parts, whose drawing is skipped as a whole: of thousands of messages the
 * browser has few elements to watch.
 */
export type Block = { key: string; parts: Day[] }

/**
 * Groups a day's parts by the block of their messages, in order. A part without a message stays
 * with the block above, or with the first one below.
 */
export function toTimelineBlocks(
  dayKey: string,
  parts: readonly Day[],
  placeOf: (messageId: string) => Place | undefined,
): Block[] {
  const blocks: { block: number | undefined; parts: Day[] }[] = []
  for (const part of parts) {
    const row = part.rows.find(each => each.kind === 'message')
    const block = row && placeOf(row.message.id)?.block
    const above = blocks.at(-1)
    if (above && (block ?? above.block) === (above.block ?? block)) {
      above.parts.push(part)
      above.block ??= block
    } else blocks.push({ block, parts: [part] })
  }
  return blocks.map(({ parts, block }) => ({ key: `${dayKey} block ${block ?? ''}`, parts }))
}
