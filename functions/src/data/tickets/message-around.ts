/** A conversation from somewhere in its middle: around a message, and from there to the newest. */
import { keyQuery } from '../table/key-query.ts'
import { MOST_BYTES, weightOf } from '../table/page.ts'
import { queryItems } from '../table/query-items.ts'
import { olderCursor, pageOfMessages } from './message.ts'
import { MESSAGE_ATTRIBUTES, type MessageRow, toMessageRow } from './message-row.ts'

/** Newest first. `nextCursor` goes on to older ones, as that of any page does. */
export type Stretch = { rows: MessageRow[]; hasMore: boolean; nextCursor: string | null; hasNewer: boolean }

/** The messages that came next after `id`, the earliest `limit` of them; oldest first. */
async function readNewer(companyId: string, ticketId: string, id: string, limit: number) {
  const range = { from: `message#${id}`, to: 'message#~' }
  const query = keyQuery('main', `${companyId}#ticket#${ticketId}`, range)
  // `between` takes its ends in, and one more tells whether there is another.
  const { items, more } = await queryItems<Parameters<typeof toMessageRow>[0]>(query, limit + 2, {
    attributes: MESSAGE_ATTRIBUTES,
    order: 'asc',
  })
  const found = items.map(item => toMessageRow({ ...item, companyId, ticketId })).filter(row => row.id !== id)
  return { rows: found.slice(0, limit), more: more || found.length > limit }
}

/** As many of them as an answer has room for beside `taken` bytes. */
function fitting(rows: readonly MessageRow[], taken: number): MessageRow[] {
  let weight = taken
  const over = rows.findIndex(row => {
    weight += weightOf(row)
    return weight > MOST_BYTES
  })
  return over === -1 ? [...rows] : rows.slice(0, over)
}

/**
 * Messages around one, half of them older with itself; where it is not there, around the moment its id names. 0.5 read units a side for 4 KB.
 */
export async function messagesAround(companyId: string, ticketId: string, id: string, limit: number): Promise<Stretch> {
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

/** The messages that came next after one. */
export async function messagesAfter(companyId: string, ticketId: string, id: string, limit: number): Promise<Stretch> {
  const newer = await readNewer(companyId, ticketId, id, limit)
  // One is in an answer whatever it weighs.
  const [first, ...others] = newer.rows
  const rows = first ? [first, ...fitting(others, weightOf(first))] : []
  return {
    rows: rows.toReversed(),
    hasMore: first !== undefined,
    nextCursor: first ? olderCursor(companyId, ticketId, first.id) : null,
    hasNewer: newer.more || rows.length < newer.rows.length,
  }
}
