import type { Message } from '@balcao/shared/entities/message.ts'
import type { TicketLog, TicketNote } from '@balcao/shared/entities/ticket.ts'
import { dayOf } from '#/lib/format.ts'
import type { Outgoing } from './outgoing.ts'

/** What the conversation shows, top to bottom. `key` is stable, so that rows keep their place. */
export type TimelineRow =
  | { kind: 'day'; key: string; date: string }
  | { kind: 'unread'; key: string; count: number }
  /** `recovered`: messages of this conversation that came after all; null where they are not all loaded. */
  | { kind: 'gap'; key: string; from: string; to: string; recovered: number | null }
  /** Something that happened to the ticket; of a transfer also who or what received it. */
  | { kind: 'event'; key: string; entry: TicketLog; to: TicketLog | null }
  | { kind: 'note'; key: string; note: TicketNote }
  /** `joined`: the bubble continues the one above (same side, same author, within minutes). */
  | { kind: 'message'; key: string; message: Message; joined: boolean }
  | { kind: 'outgoing'; key: string; item: Outgoing; joined: boolean }

/** Bubbles of one author join while no more than this passes between them. */
const JOINS_MS = 5 * 60_000

const authorOf = (message: Message): string =>
  message.fromMe ? `me:${message.user?.id ?? message.origin}` : `them:${message.contact?.number ?? ''}`

/** What one wants to know between two messages: who looked in, and what the robot decided, stand in the history alone. */
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
])

export type Unread = { id: string; count: number }

type Input = {
  /** Oldest first, each once. */
  messages: readonly Message[]
  outgoing: readonly Outgoing[]
  log?: readonly TicketLog[]
  notes?: readonly TicketNote[]
  /** There are older messages than these: what happened before them shows with them. */
  hasOlder?: boolean
  /** Where reading had stopped when the conversation was opened: the first unread message, and how many there were. */
  unread: Unread | null
  /** The signed-in user, whose outgoing messages join onto the own ones. */
  userId: string
  zone: string
}

type Beside = { at: string; row: Extract<TimelineRow, { kind: 'gap' | 'event' | 'note' }> }

/** Gaps of the connection, what happened to the ticket and its notes, by their time. */
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

/** How many of the messages before `end` came since `from`, from outside; null where older ones may have, too. */
function receivedSince(messages: readonly Message[], end: number, from: string, hasOlder: boolean): number | null {
  let count = 0
  for (let i = end - 1; i >= 0; i--) {
    const { createdAt, origin } = messages[i]!
    if (createdAt <= from) return count
    if (origin === 'contact' || origin === 'handset') count++
  }
  return hasOlder ? null : count
}

/** The day of a message, which it keeps: of thousands it is asked with each that comes. */
const days = new Map<string, string>()
const MOST_DAYS = 20_000

function dateOf(at: string, zone: string): string {
  const key = `${zone}|${at}`
  let date = days.get(key)
  if (date === undefined) {
    if (days.size >= MOST_DAYS) days.clear()
    date = dayOf(at, zone)
    days.set(key, date)
  }
  return date
}

/** Builds the rows: a header per day in the company's zone, the mark where reading stopped, gaps, events, notes, joined bubbles. */
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
    // Clocks of two sides may put a day between another twice; its first place keeps the plain key.
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
  /** @param end before which of the messages it stands */
  const tell = ({ at, row }: Beside, end: number) => {
    open(at)
    // The log counts those of the whole connection; who reads a conversation wants to know of this one.
    rows.push(row.kind === 'gap' ? { ...row, recovered: receivedSince(messages, end, row.from, hasOlder) } : row)
    previous = null
  }

  for (const [place, message] of messages.entries()) {
    for (let other = others[next]; other && other.at <= message.createdAt; other = others[++next]) {
      // Older than what is loaded: it shows with its own page.
      if (rows.length > 0 || !hasOlder) tell(other, place)
    }
    open(message.createdAt)
    if (message.id === unread?.id) {
      rows.push({ kind: 'unread', key: 'unread', count: unread.count })
      previous = null
    }
    // What is sent keeps its row while the server's copy takes the place of the browser's.
    const key = message.clientId ?? message.id
    rows.push({ kind: 'message', key, message, joined: joins(authorOf(message), message.createdAt) })
  }
  // Without a message there is a conversation to begin, and nothing it would stand between.
  if (rows.length > 0 || messages.length > 0) for (const other of others.slice(next)) tell(other, messages.length)
  for (const item of outgoing) {
    if (arrived.has(item.clientId)) continue
    open(item.createdAt)
    rows.push({ kind: 'outgoing', key: item.clientId, item, joined: joins(`me:${userId}`, item.createdAt) })
  }
  return rows
}

/** Whether the mark has served: somebody answered behind it since the conversation was opened. */
export function isAnswered(messages: readonly Message[], outgoing: readonly Outgoing[], { id }: Unread): boolean {
  const arrived = new Set(messages.flatMap(message => (message.clientId ? [message.clientId] : [])))
  if (outgoing.some(item => !arrived.has(item.clientId))) return true
  const first = messages.findIndex(message => message.id === id)
  return first >= 0 && messages.slice(first + 1).some(({ fromMe, user }) => fromMe && user !== null)
}

/** The first of the contact's last `count` messages; null when there is none, or it is older than what is loaded. */
export function unreadFrom(messages: readonly Message[], count: number): Unread | null {
  const id = count > 0 ? messages.filter(message => !message.fromMe).at(-count)?.id : undefined
  return id === undefined ? null : { id, count }
}

/** How many of the contact's messages stand behind this one; without one, all of them. */
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

/** The rows by day: a header sticks to the top only as long as its own day is on screen. */
export function byDay(rows: readonly TimelineRow[]): Day[] {
  const days: Day[] = []
  for (const row of rows) {
    if (row.kind === 'day' || days.length === 0) days.push({ key: row.key, rows: [] })
    days.at(-1)!.rows.push(row)
  }
  return days
}

/** What can stand in the grid of an album: a picture or video that is there, and answers nothing. */
const isInAlbum = ({ albumId, mediaType, isDeleted, error, quotedMsg }: Message): boolean =>
  !!albumId && (mediaType === 'image' || mediaType === 'video') && !isDeleted && error === null && !quotedMsg

const isSameAlbum = (a: TimelineRow | undefined, b: TimelineRow): boolean =>
  a?.kind === 'message' &&
  b.kind === 'message' &&
  a.message.albumId === b.message.albumId &&
  isInAlbum(a.message) &&
  isInAlbum(b.message) &&
  authorOf(a.message) === authorOf(b.message)

/** The rows one by one, and together what stands together: the pictures of an album that follow one another. */
export function inAlbums(rows: readonly TimelineRow[]): TimelineRow[][] {
  const groups: TimelineRow[][] = []
  for (const row of rows) {
    if (isSameAlbum(groups.at(-1)?.at(-1), row)) groups.at(-1)!.push(row)
    else groups.push([row])
  }
  return groups
}

/** With which page of the server a message came. */
export type Place = {
  page: string
  /** The page grows, or is long: it is divided. */
  divided: boolean
  /** Pages that stand together, counted from the first that was asked for. */
  block: number
}

/** One of so many messages begins a part of a page that is divided: which, its id says, which is as good as random there. */
const begins = (id: string): boolean => id.endsWith('0')

/**
 * A day's rows in parts that are drawn, and left out of drawing, together: a page as it came from the server, or some sixteen messages of
 * one that is divided. So older pages above change no part that is there.
 */
export function inParts({ key, rows }: Day, placeOf: (messageId: string) => Place | undefined): Day[] {
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

/** A day's parts in blocks, which are left out of drawing as a whole: of thousands of messages the browser has few to look after. */
export type Block = { key: string; parts: Day[] }

/**
 * A day's parts by the block their messages belong to, as they stand. What has no message stays with what is above it, or with
 * the first that is below.
 */
export function inBlocks(
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
