/** Searches messages by words: in all tickets a user may see, and in one conversation. */
import { haveTerms, searchedTerms } from '@balcao/shared/rules/search-words.ts'
import { batchItems } from '../table/batch-items.ts'
import { type Page, type PageOptions, pageOf, type Slice, type Source } from '../table/page.ts'
import { queryItems } from '../table/query-items.ts'
import { MESSAGE_ATTRIBUTES, MESSAGES, type MessageRow, messageKey, toMessageRow } from './message-row.ts'
import { lookUpsOf, WORDS, wordsOfMessage } from './message-words.ts'
import { getTickets } from './ticket.ts'
import { accepts, type TicketFilter, type Viewer } from './ticket-list.ts'
import type { TicketRow } from './ticket-row.ts'
import { entriesOf, type WordEntry } from './word-runs.ts'

export type MessageHit = { message: MessageRow; ticket: TicketRow }

/**
 * Budget of a page in half read units: ten units, less the reads for the caller and for a last look
 * that finds nothing.
 */
const MAX_HALVES = 18
/** Bytes read for half a read unit. */
const HALF_UNIT = 4096
/**
 * Number of a partition's items read first: half a unit, or one and a half of items that lead to
 * several messages. It doubles while few match.
 */
const FIRST_LOOK = 9
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

/** Item of the index as it is read: of one message, whose id is its sort key, or of several. */
type WordItem =
  | { sk: string; ticketId: string; words?: string | undefined; run?: undefined }
  | { sk: string; run: string }
const WORD_ATTRIBUTES = ['sk', 'ticketId', 'words', 'run'] as const

/**
 * Position of a search: the partition of these letters, below this sort key; in an item of several
 * messages that comes first, after this message.
 */
type Position = { letters: string; below: string; after?: string | undefined }

/** Message that the index leads to, and the position behind it. */
type Found = WordEntry & { position: Position }

type Look = { items: WordItem[]; found: Found[]; more: boolean }

async function look(companyId: string, position: Position, count: number): Promise<Look> {
  const { letters, below, after } = position
  const query = WORDS.query({ companyId, letters }, { below })
  const { items, more } = await queryItems<WordItem>(query, count, { attributes: WORD_ATTRIBUTES })
  const found = items.flatMap((item, i) => {
    const isBegun = i === 0 && below === behind(item.sk)
    return foundIn(letters, item).filter(({ messageId }) => !isBegun || messageId < after!)
  })
  return { items, found, more: more || items.length === count }
}

/** Returns a sort key behind an item and before the next one. */
const behind = (sk: string): string => `${sk}~`

function foundIn(letters: string, item: WordItem): Found[] {
  const { sk } = item
  const end = { letters, below: sk }
  if (item.run === undefined) return [{ ...item, messageId: sk, position: end }]
  const entries = entriesOf(item.run)
  return entries.map((entry, i) => ({
    ...entry,
    position: i === entries.length - 1 ? end : { letters, below: behind(sk), after: entry.messageId },
  }))
}

/**
 * Returns how many items to read next: twice as many as before, as far as the units reach for them.
 */
function nextCount({ items }: Look, count: number, left: number): number {
  const bytes = items.reduce((sum, item) => sum + sizeOf(item), 0) / Math.max(1, items.length)
  const affordable = Math.floor((left * HALF_UNIT) / Math.max(1, bytes))
  return Math.max(1, Math.min(WIDEST_LOOK, count * 2, affordable))
}

/**
 * Finds the messages in which each term begins a word, in tickets the filter accepts, newest first.
 * Each item found is checked against its message and ticket as they are now. A page costs at most
 * ten read units; it may hold fewer messages than requested, even none, and still continue.
 */
function messagesWith(companyId: string, accept: (ticket: TicketRow) => boolean, terms: string[]): Source<MessageHit> {
  return async (wanted, from) => {
    const spent = { halves: 0 }
    const begun = from === null ? await rarest(companyId, terms, spent) : { position: from as Position }
    let { position } = begun
    const tickets = new Map<string, TicketRow | undefined>()
    const shown = new Set<string>()
    const rows: Slice<MessageHit>['rows'] = []
    const end = (more: boolean): Slice<MessageHit> => ({ rows, end: position, more, looked: more ? ENOUGH : 0 })
    let seen = begun.first
    for (let count = FIRST_LOOK; ; ) {
      if (!seen) {
        seen = await look(companyId, position, count)
        spent.halves += halves(seen.items)
      }
      const { found } = seen
      for (let i = 0; i < found.length; ) {
        // Each result needs a read of its ticket and of its message.
        const room = Math.min(wanted - rows.length, Math.floor((MAX_HALVES - spent.halves) / 2))
        if (room <= 0) return end(true)
        const group: Found[] = []
        for (; i < found.length && group.length < room; i++) {
          const one = found[i]!
          position = one.position
          // A message whose text changed while it was brought in may have two items.
          if (shown.has(one.messageId)) continue
          if (one.words !== undefined && !haveTerms(one.words.split(' '), terms)) continue
          shown.add(one.messageId)
          group.push(one)
        }
        rows.push(...(await hitsOf(companyId, group, terms, { accept, tickets, spent })))
      }
      if (!seen.more) return end(false)
      const left = MAX_HALVES - spent.halves
      if (rows.length >= wanted || left < 2) return end(true)
      count = nextCount(seen, count, left)
      seen = undefined
    }
  }
}

/**
 * Returns the partition that appears to hold the fewest messages, judged by its newest items, with
 * these items.
 */
async function rarest(
  companyId: string,
  terms: string[],
  spent: { halves: number },
): Promise<{ position: Position; first?: Look }> {
  const looks = await Promise.all(
    lookUpsOf(terms).map(async letters => {
      const position = { letters, below: TOP }
      return { position, first: await look(companyId, position, FIRST_LOOK) }
    }),
  )
  spent.halves += looks.reduce((sum, { first }) => sum + halves(first.items), 0)
  // A partition that ends within its first look has the fewest messages; otherwise the one that is
  // the oldest after the same number of messages.
  const age = ({ first: { found, more } }: (typeof looks)[number]) =>
    more ? `1${found[FIRST_LOOK - 1]!.messageId}` : `0${String(found.length).padStart(3, '0')}`
  const [best] = looks.toSorted((a, b) => (age(a) < age(b) ? -1 : 1))
  return best!
}

type Reading = {
  accept: (ticket: TicketRow) => boolean
  tickets: Map<string, TicketRow | undefined>
  spent: { halves: number }
}

async function hitsOf(
  companyId: string,
  found: readonly Found[],
  terms: readonly string[],
  { accept, tickets, spent }: Reading,
): Promise<Slice<MessageHit>['rows']> {
  const unknown = [...new Set(found.map(({ ticketId }) => ticketId))].filter(id => !tickets.has(id))
  const read = unknown.length > 0 ? await getTickets(companyId, unknown) : []
  spent.halves += unknown.length
  for (const id of unknown) tickets.set(id, undefined)
  for (const ticket of read) if (accept(ticket)) tickets.set(ticket.id, ticket)
  const seen = found.filter(({ ticketId }) => tickets.get(ticketId))
  const keys = seen.map(({ messageId, ticketId }) => messageKey(companyId, ticketId, messageId))
  const stored = await batchItems<{ id: string }>(keys, MESSAGE_ATTRIBUTES)
  spent.halves += stored.reduce((sum, item) => sum + halves([item]), 0)
  const byId = new Map(stored.map(item => [item.id, item]))
  return seen.flatMap(({ messageId, ticketId, position }) => {
    const item = byId.get(messageId) as Parameters<typeof toMessageRow>[0] | undefined
    const message = item && toMessageRow({ ...item, companyId, ticketId })
    const ticket = tickets.get(ticketId)
    return message && ticket && isFound(message, terms) ? [{ row: { message, ticket }, position }] : []
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
