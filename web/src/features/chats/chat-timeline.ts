import type { ChatMessage } from '@balcao/shared/entities/chat.ts'
import { dayOf } from '#/lib/format.ts'
import type { PendingChatMessage } from './public/chat-outbox.ts'

/**
 * A row of the chat. `joined`: the bubble continues the one above (same author, within minutes).
 * `key` is stable, so that rows keep their place.
 */
export type ChatRow =
  | { kind: 'unread'; key: string; count: number }
  | { kind: 'message'; key: string; message: ChatMessage; joined: boolean }
  | { kind: 'outgoing'; key: string; item: PendingChatMessage; joined: boolean }

export type ChatDay = { key: string; date: string; rows: ChatRow[] }

/** First message that was unread when the chat was opened, and the number of unread ones. */
export type UnreadMark = { id: string; count: number }

/** Maximum time between two bubbles of one author that join, ms. */
const JOINS_MS = 5 * 60_000

type Input = {
  /** Messages, oldest first, each once. */
  messages: readonly ChatMessage[]
  outgoing: readonly PendingChatMessage[]
  unread: UnreadMark | null
  userId: string
  zone: string
}

/** Returns the rows of the chat, by day in the company's zone. */
export function chatDays({ messages, outgoing, unread, userId, zone }: Input): ChatDay[] {
  const days: ChatDay[] = []
  const arrived = new Set(messages.flatMap(({ clientId }) => (clientId ? [clientId] : [])))
  let previous: { author: string; at: number } | null = null
  const rowsOf = (at: string): ChatRow[] => {
    const date = dayOf(at, zone)
    const last = days.at(-1)
    if (last?.date === date) return last.rows
    previous = null
    // A browser's clock may put a day between another one's messages.
    const times = days.filter(day => day.date === date).length
    const rows: ChatRow[] = []
    days.push({ key: `day-${date}${times > 0 ? `-${times}` : ''}`, date, rows })
    return rows
  }
  const joins = (author: string, createdAt: string): boolean => {
    const at = Date.parse(createdAt)
    const joined = previous !== null && previous.author === author && at - previous.at <= JOINS_MS
    previous = { author, at }
    return joined
  }
  for (const message of messages) {
    const rows = rowsOf(message.createdAt)
    if (message.id === unread?.id) {
      rows.push({ kind: 'unread', key: 'unread', count: unread.count })
      previous = null
    }
    // A sent message keeps its row when the server's copy replaces the browser's.
    const key = message.clientId ?? message.id
    rows.push({ kind: 'message', key, message, joined: joins(message.senderId, message.createdAt) })
  }
  for (const item of outgoing) {
    if (arrived.has(item.clientId)) continue
    rowsOf(item.createdAt).push({ kind: 'outgoing', key: item.clientId, item, joined: joins(userId, item.createdAt) })
  }
  return days
}

/**
 * Returns the first of the others' last `count` messages; null when there is none, or it is older
 * than the loaded ones.
 */
export function unreadFrom(messages: readonly ChatMessage[], count: number, userId: string): UnreadMark | null {
  const id = count > 0 ? messages.filter(({ senderId }) => senderId !== userId).at(-count)?.id : undefined
  return id === undefined ? null : { id, count }
}
