/** Searches messages by words: in all tickets a user may see, and in one conversation. */
import { haveTerms, searchedTerms } from '@balcao/shared/rules/search-words.ts'
import { batchItems } from '../table/batch-items.ts'
import type { RowOf } from '../table/define-row.ts'
import { type Page, type PageOptions, pageOf, type Slice, type Source } from '../table/page.ts'
import { queryItems } from '../table/query-items.ts'
import { MESSAGE_ATTRIBUTES, MESSAGES, type MessageRow, messageKey, toMessageRow } from './message-row.ts'
import { lookUpsOf, WORDS, wordsOfMessage } from './message-words.ts'
import { getTickets } from './ticket.ts'
import { accepts, type TicketFilter, type Viewer } from './ticket-list.ts'
import type { TicketRow } from './ticket-row.ts'

export type MessageHit = { message: MessageRow; ticket: TicketRow }

/**
 * Budget of a page in half read units: ten units, less the reads for the caller and for a last look
 * that finds nothing.
 */
const MAX_HALVES = 18
/** Bytes read for half a read unit. */
const HALF_UNIT = 4096
/** Number of a partition's items read first: about half a unit. It doubles while few match. */
const FIRST_LOOK = 18
const WIDEST_LOOK = 144
/** Number of items examined after which a page ends (see `page.ts`). */
const ENOUGH = 400
/** Sort key above every id. */
const TOP = '~'
/** Bytes of an item's keys, attribute names and types, in addition to its values. */
const FRAME = 150

const halves = (items: readonly object[]): number =>
  Math.max(1, Math.ceil(items.reduce((sum, item) => sum + sizeOf(item), 0) / HALF_UNIT))
const sizeOf = (item: object): number => Buffer.byteLength(JSON.stringify(item)) + FRAME

/** Item of a word as it is read; its sort key is the id of the message. */
type WordItem = Pick<RowOf<typeof WORDS>, 'ticketId' | 'words'> & { sk: string }
const WORD_ATTRIBUTES = ['sk', 'ticketId', 'words'] as const

type Look = { items: WordItem[]; more: boolean }

async function look(companyId: string, letters: string, below: string, count: number): Promise<Look> {
  const query = WORDS.query({ companyId, letters }, { below })
  const { items, more } = await queryItems<WordItem>(query, count, { attributes: WORD_ATTRIBUTES })
  return { items, more: more || items.length === count }
}

/** Position of a search: the partition of these letters, below this message. */
type Position = { letters: string; below: string }

/**
 * Finds the messages in which each term begins a word, in tickets the filter accepts, newest first.
 * Each item found is checked against its message and ticket as they are now. A page costs at most
 * ten read units; it may hold fewer messages than requested, even none, and still continue.
 */
function messagesWith(companyId: string, accept: (ticket: TicketRow) => boolean, terms: string[]): Source<MessageHit> {
  return async (wanted, from) => {
    const position = from as Position | null
    const spent = { halves: 0 }
    const begun = position ? { position, first: undefined } : await rarest(companyId, terms, spent)
    const { letters } = begun.position
    let { below } = begun.position
    const tickets = new Map<string, TicketRow | undefined>()
    const rows: Slice<MessageHit>['rows'] = []
    const end = (more: boolean): Slice<MessageHit> => ({
      rows,
      end: { letters, below },
      more,
      looked: more ? ENOUGH : 0,
    })
    let found = begun.first
    for (let count = FIRST_LOOK; ; count = Math.min(WIDEST_LOOK, count * 2)) {
      if (!found) {
        found = await look(companyId, letters, below, count)
        spent.halves += halves(found.items)
      }
      for (let i = 0; i < found.items.length; ) {
        // Each result needs a read of its ticket and of its message.
        const room = Math.min(wanted - rows.length, Math.floor((MAX_HALVES - spent.halves) / 2))
        if (room <= 0) return end(true)
        const group: WordItem[] = []
        for (; i < found.items.length && group.length < room; i++) {
          const item = found.items[i]!
          below = item.sk
          if (item.words === undefined || haveTerms(item.words.split(' '), terms)) group.push(item)
        }
        rows.push(
          ...(await hitsOf(companyId, group, terms, { accept, tickets, spent })).map(row => ({
            row,
            position: { letters, below: row.message.id },
          })),
        )
      }
      if (!found.more) return end(false)
      if (rows.length >= wanted || MAX_HALVES - spent.halves < 2) return end(true)
      found = undefined
    }
  }
}

/**
 * Returns the partition that appears to hold the fewest messages, judged by its newest items, with
 * these items.
 */
async function rarest(companyId: string, terms: string[], spent: { halves: number }) {
  const looks = await Promise.all(
    lookUpsOf(terms).map(async letters => ({ letters, first: await look(companyId, letters, TOP, FIRST_LOOK) })),
  )
  spent.halves += looks.reduce((sum, { first }) => sum + halves(first.items), 0)
  // A partition that ends within its first look has the fewest items; otherwise the one whose last
  // item is the oldest.
  const age = ({ first }: (typeof looks)[number]) =>
    first.more ? `1${first.items.at(-1)!.sk}` : `0${String(first.items.length).padStart(3, '0')}`
  const [best] = looks.toSorted((a, b) => (age(a) < age(b) ? -1 : 1))
  return { position: { letters: best!.letters, below: TOP }, first: best!.first }
}

type Reading = {
  accept: (ticket: TicketRow) => boolean
  tickets: Map<string, TicketRow | undefined>
  spent: { halves: number }
}

async function hitsOf(
  companyId: string,
  items: readonly WordItem[],
  terms: readonly string[],
  { accept, tickets, spent }: Reading,
): Promise<MessageHit[]> {
  const unknown = [...new Set(items.map(({ ticketId }) => ticketId))].filter(id => !tickets.has(id))
  const read = unknown.length > 0 ? await getTickets(companyId, unknown) : []
  spent.halves += unknown.length
  for (const id of unknown) tickets.set(id, undefined)
  for (const ticket of read) if (accept(ticket)) tickets.set(ticket.id, ticket)
  const seen = items.filter(({ ticketId }) => tickets.get(ticketId))
  const keys = seen.map(({ sk, ticketId }) => messageKey(companyId, ticketId, sk))
  const stored = await batchItems<{ id: string }>(keys, MESSAGE_ATTRIBUTES)
  spent.halves += stored.reduce((sum, item) => sum + halves([item]), 0)
  const byId = new Map(stored.map(item => [item.id, item]))
  return seen.flatMap(({ sk, ticketId }) => {
    const item = byId.get(sk) as Parameters<typeof toMessageRow>[0] | undefined
    const message = item && toMessageRow({ ...item, companyId, ticketId })
    const ticket = tickets.get(ticketId)
    return message && ticket && isFound(message, terms) ? [{ message, ticket }] : []
  })
}

const isFound = (message: MessageRow, terms: readonly string[]): boolean =>
  !message.isDeleted && haveTerms(wordsOfMessage(message), terms)

const nothing = async <Row>(): Promise<Page<Row>> => ({ rows: [], before: 0, hasMore: false, nextCursor: null })

/**
 * Reads a page of the messages with these words, in tickets the viewer may see and the filter
 * accepts, newest first; the page is empty if there are no words to look for. Costs at most ten
 * read units. Throws ERR_INVALID_CURSOR.
 */
export async function searchMessages(
  companyId: string,
  viewer: Viewer,
  filter: TicketFilter,
  options: PageOptions,
): Promise<Page<MessageHit>> {
  const terms = searchedTerms(filter.text)
  if (terms.length === 0) return nothing()
  const list = `message-search|${viewer.userId}|${JSON.stringify(filter)}`
  return pageOf(companyId, list, messagesWith(companyId, accepts(viewer, filter), terms), {
    ...options,
    search: true,
    // The answer holds only one line of each message.
    weigh: () => 1000,
  })
}

/** Finds the messages of a ticket in which each term begins a word, newest first. */
const inTicket =
  (companyId: string, ticketId: string, terms: string[]): Source<MessageRow> =>
  async (wanted, from) => {
    let before = from as string | null
    let spent = 0
    let read = 0
    const rows: Slice<MessageRow>['rows'] = []
    for (let count = FIRST_LOOK; ; ) {
      const range = before === null ? { begins: 'message#' } : { from: 'message#0', to: `message#${before}` }
      const query = MESSAGES.query({ companyId, ticketId }, range)
      const { items, more } = await queryItems<Parameters<typeof toMessageRow>[0]>(query, count, {
        attributes: MESSAGE_ATTRIBUTES,
      })
      spent += halves(items)
      read += items.length
      for (const item of items) {
        // `between` includes its ends.
        if (item.id === before) continue
        if (rows.length === wanted) return { rows, end: rows.at(-1)!.position, more: true, looked: 0 }
        const message = toMessageRow({ ...item, companyId, ticketId })
        if (isFound(message, terms)) rows.push({ row: message, position: message.id })
      }
      before = items.at(-1)?.id ?? before
      if (!more && items.length < count) return { rows, end: before, more: false, looked: 0 }
      if (rows.length === wanted) return { rows, end: before, more: true, looked: 0 }
      const left = MAX_HALVES - spent
      if (left < 1) return { rows, end: before, more: true, looked: ENOUGH }
      // The rest of the budget, at the cost per message so far; the first row repeats the last one.
      count = Math.max(2, Math.min(2 * count, Math.floor((left * read) / spent)))
    }
  }

/**
 * Reads a page of a ticket's messages with these words, newest first, from the conversation itself.
 * Costs at most ten read units, which examine about 150 messages; the page may be empty and still
 * continue. Throws ERR_INVALID_CURSOR.
 */
export async function findInTicket(
  companyId: string,
  ticketId: string,
  text: string,
  options: PageOptions,
): Promise<Page<MessageRow>> {
  const terms = searchedTerms(text)
  if (terms.length === 0) return nothing()
  return pageOf(companyId, `message-find|${ticketId}|${text}`, inTicket(companyId, ticketId, terms), {
    ...options,
    search: true,
    weigh: () => 100,
  })
}
