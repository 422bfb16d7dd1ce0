import type { Message } from '@balcao/shared/entities/message.ts'
import type { TicketLog } from '@balcao/shared/entities/ticket.ts'
import { dayOf } from '#/lib/format.ts'
import type { Outgoing } from './outbox.ts'

/** What the conversation shows, top to bottom. `key` is stable, so that rows keep their place. */
export type TimelineRow =
  | { kind: 'day'; key: string; date: string }
  | { kind: 'unread'; key: string; count: number }
  | { kind: 'gap'; key: string; from: string; to: string; recovered: number }
  /** `joined`: the bubble continues the one above (same side, same author, within minutes). */
  | { kind: 'message'; key: string; message: Message; joined: boolean }
  | { kind: 'outgoing'; key: string; item: Outgoing; joined: boolean }

/** Bubbles of one author join while no more than this passes between them. */
const JOINS_MS = 5 * 60_000

const authorOf = (message: Message): string =>
  message.fromMe ? `me:${message.user?.id ?? message.origin}` : `them:${message.contact?.number ?? ''}`

export type Unread = { id: string; count: number }

type Input = {
  /** Oldest first, each once. */
  messages: readonly Message[]
  outgoing: readonly Outgoing[]
  log?: readonly TicketLog[]
  /** Where reading had stopped when the conversation was opened: the first unread message, and how many there were. */
  unread: Unread | null
  /** The signed-in user, whose outgoing messages join onto the own ones. */
  userId: string
  zone: string
}

/** Builds the rows: a header per day in the company's zone, the mark where reading stopped, gaps, joined bubbles. */
export function timeline({ messages, outgoing, log = [], unread, userId, zone }: Input): TimelineRow[] {
  const rows: TimelineRow[] = []
  const arrived = new Set(messages.flatMap(message => (message.clientId ? [message.clientId] : [])))
  const gaps = log.flatMap(entry => (entry.type === 'gap' && entry.gap ? [{ id: entry.id, ...entry.gap }] : []))
  let day = ''
  let previous: { author: string; at: number } | null = null

  const open = (at: string) => {
    const date = dayOf(at, zone)
    if (date === day) return
    day = date
    previous = null
    // Clocks of two sides may put a day between another twice; its first place keeps the plain key.
    const times = rows.filter(row => row.kind === 'day' && row.date === date).length
    rows.push({ kind: 'day', key: `day-${date}${times > 0 ? `-${times}` : ''}`, date })
  }
  const joins = (author: string, at: string): boolean => {
    const ms = Date.parse(at)
    const joined = previous !== null && previous.author === author && ms - previous.at <= JOINS_MS
    previous = { author, at: ms }
    return joined
  }

  for (const message of messages) {
    while (gaps[0] && gaps[0].to <= message.createdAt) {
      const gap = gaps.shift()!
      // Older than what is loaded: it shows with its own page.
      if (rows.length === 0) continue
      rows.push({ kind: 'gap', key: `gap-${gap.id}`, from: gap.from, to: gap.to, recovered: gap.recovered })
      previous = null
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
  for (const gap of gaps) {
    if (rows.length > 0)
      rows.push({ kind: 'gap', key: `gap-${gap.id}`, from: gap.from, to: gap.to, recovered: gap.recovered })
  }
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

/** The rows by day: a header sticks to the top only as long as its own day is on screen. */
export function byDay(rows: readonly TimelineRow[]): { key: string; rows: TimelineRow[] }[] {
  const days: { key: string; rows: TimelineRow[] }[] = []
  for (const row of rows) {
    if (row.kind === 'day' || days.length === 0) days.push({ key: row.key, rows: [] })
    days.at(-1)!.rows.push(row)
  }
  return days
}
