/** Reads a conversation from its middle: around a message, and from there to the newest one. */
import { MAX_BYTES, weightOf } from '../table/page.ts'
import { queryItems } from '../table/query-items.ts'
import { olderCursor, pageOfMessages } from './message.ts'
import { MESSAGE_ATTRIBUTES, MESSAGES, type MessageRow, toMessageRow } from './message-row.ts'

/** Range of messages, newest first. `nextCursor` continues to older ones, like that of any page. */
export type MessageRange = { rows: MessageRow[]; hasMore: boolean; nextCursor: string | null; hasNewer: boolean }

/** Reads the earliest `limit` messages after `id`, oldest first. */
async function readNewer(companyId: string, ticketId: string, id: string, limit: number) {
  const range = { from: `message#${id}`, to: 'message#~' }
  const query = MESSAGES.query({ companyId, ticketId }, range)
  // `between` includes its ends; one row more shows whether another follows.
  const { items, more } = await queryItems<Parameters<typeof toMessageRow>[0]>(query, limit + 2, {
    attributes: MESSAGE_ATTRIBUTES,
    order: 'asc',
  })
  const found = items.map(item => toMessageRow({ ...item, companyId, ticketId })).filter(row => row.id !== id)
  return { rows: found.slice(0, limit), more: more || found.length > limit }
}

/** Returns as many of the rows as fit into an answer that already has `taken` bytes. */
function fitting(rows: readonly MessageRow[], taken: number): MessageRow[] {
  let weight = taken
  const over = rows.findIndex(row => {
    weight += weightOf(row)
    return weight > MAX_BYTES
  })
  return over === -1 ? [...rows] : rows.slice(0, over)
}

/**
 * Reads messages around one: half of them older, including the message itself. If the message does
 * not exist, reads around the moment its id names. Costs 0.5 read units per 4 KB on each side.
 */
export async function messagesAround(
  companyId: string,
  ticketId: string,
  id: string,
  limit: number,
): Promise<MessageRange> {
  const half = Math.ceil(limit / 2)
  const [older, newer] = await Promise.all([
    pageOfMessages(companyId, ticketId, { limit: half, cursor: olderCursor(companyId, ticketId, id, true) }),
    readNewer(companyId, ticketId, id, limit - half),
  ])
  const taken = older.rows.reduce((sum, row) => sum + weightOf(row), 0)
  const rows = fitting(newer.rows, taken)
  const { hasMore, nextCursor } = older
  return {
    rows: [...rows.toReversed(), ...older.rows],
    hasMore,
    nextCursor,
    hasNewer: newer.more || rows.length < newer.rows.length,
  }
}

/** Reads the messages that follow one. */
export async function messagesAfter(
  companyId: string,
  ticketId: string,
  id: string,
  limit: number,
): Promise<MessageRange> {
  const newer = await readNewer(companyId, ticketId, id, limit)
  // The first message is in the answer whatever its size.
  const [first, ...others] = newer.rows
  const rows = first ? [first, ...fitting(others, weightOf(first))] : []
  return {
    rows: rows.toReversed(),
    hasMore: first !== undefined,
    nextCursor: first ? olderCursor(companyId, ticketId, first.id) : null,
    hasNewer: newer.more || rows.length < newer.rows.length,
  }
}
