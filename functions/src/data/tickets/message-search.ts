/** Looking for messages by their words: in all tickets somebody may see, and in one conversation. */
import { haveTerms, searchedTerms } from '@balcao/shared/rules/search-words.ts'
import { batchItems } from '../table/batch-items.ts'
import { keyQuery } from '../table/key-query.ts'
import { type Page, type PageOptions, pageOf, type Slice, type Source } from '../table/page.ts'
import { queryItems } from '../table/query-items.ts'
import { MESSAGE_ATTRIBUTES, type MessageRow, messageKey, toMessageRow } from './message-row.ts'
import { lookUpsOf, WORD_ATTRIBUTES, type WordItem, wordPartition, wordsOfMessage } from './message-words.ts'
import { getTickets } from './ticket.ts'
import { accepts, type TicketFilter, type Viewer } from './ticket-list.ts'
import type { TicketRow } from './ticket-row.ts'

export type MessageHit = { message: MessageRow; ticket: TicketRow }

/** Half read units of a page: ten units, less who asks and a look that finds nothing any more. */
const MOST_HALVES = 18
/** Bytes that half a read unit reads. */
const HALF_UNIT = 4096
/** Items of a partition that are looked at first: about half a unit. It doubles while little is found. */
const FIRST_LOOK = 18
const WIDEST_LOOK = 144
/** So much was looked at that a page ends here (`page.ts`). */
const ENOUGH = 400
/** Above every id. */
const TOP = '~'
/** Keys, names and types of attributes, beside what they hold. */
const FRAME = 150

const halves = (items: readonly object[]): number =>
  Math.max(1, Math.ceil(items.reduce((sum, item) => sum + sizeOf(item), 0) / HALF_UNIT))
const sizeOf = (item: object): number => Buffer.byteLength(JSON.stringify(item)) + FRAME

type Look = { items: WordItem[]; more: boolean }

async function look(companyId: string, letters: string, below: string, count: number): Promise<Look> {
  const query = keyQuery('main', wordPartition(companyId, letters), { below })
  const { items, more } = await queryItems<WordItem>(query, count, { attributes: WORD_ATTRIBUTES })
  return { items, more: more || items.length === count }
}

/** Where a search stands: in the partition of these letters, below this message. */
type Position = { letters: string; below: string }

/**
 * The messages in which each term begins a word, of tickets the filter lets through, newest first. What an item says is asked of the message
 * and its ticket as they are now. A page costs ten read units at most; it may find fewer than it was asked for, even none, and go on.
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
        // A ticket and a message for each.
        const room = Math.min(wanted - rows.length, Math.floor((MOST_HALVES - spent.halves) / 2))
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
      if (rows.length >= wanted || MOST_HALVES - spent.halves < 2) return end(true)
      found = undefined
    }
  }
}

/** The partition in which the fewest messages are, as far as its newest tell, and these. */
async function rarest(companyId: string, terms: string[], spent: { halves: number }) {
  const looks = await Promise.all(
    lookUpsOf(terms).map(async letters => ({ letters, first: await look(companyId, letters, TOP, FIRST_LOOK) })),
  )
  spent.halves += looks.reduce((sum, { first }) => sum + halves(first.items), 0)
  // A partition that ends within its first look has the fewest; else the one whose last item lies furthest back.
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
 * A page of the messages with these words, of tickets the viewer may see and the filter lets through, newest first; none where no word is
 * looked for. Ten read units at most. Throws ERR_INVALID_CURSOR.
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
    // Of a message one line leaves.
    weigh: () => 1000,
  })
}

/** The messages of a ticket in which each term begins a word, newest first. */
const inTicket =
  (companyId: string, ticketId: string, terms: string[]): Source<MessageRow> =>
  async (wanted, from) => {
    let before = from as string | null
    let spent = 0
    let read = 0
    const rows: Slice<MessageRow>['rows'] = []
    for (let count = FIRST_LOOK; ; ) {
      const range = before === null ? { begins: 'message#' } : { from: 'message#0', to: `message#${before}` }
      const query = keyQuery('main', `${companyId}#ticket#${ticketId}`, range)
      const { items, more } = await queryItems<Parameters<typeof toMessageRow>[0]>(query, count, {
        attributes: MESSAGE_ATTRIBUTES,
      })
      spent += halves(items)
      read += items.length
      for (const item of items) {
        // `between` takes its ends in.
        if (item.id === before) continue
        if (rows.length === wanted) return { rows, end: rows.at(-1)!.position, more: true, looked: 0 }
        const message = toMessageRow({ ...item, companyId, ticketId })
        if (isFound(message, terms)) rows.push({ row: message, position: message.id })
      }
      before = items.at(-1)?.id ?? before
      if (!more && items.length < count) return { rows, end: before, more: false, looked: 0 }
      if (rows.length === wanted) return { rows, end: before, more: true, looked: 0 }
      const left = MOST_HALVES - spent
      if (left < 1) return { rows, end: before, more: true, looked: ENOUGH }
      // What is left, by what a message took so far; one of them is the last one again.
      count = Math.max(2, Math.min(2 * count, Math.floor((left * read) / spent)))
    }
  }

/**
 * A page of a ticket's messages with these words, newest first, read from the conversation itself: ten read units at most, in which some
 * hundred and fifty messages are looked at; it may find none and go on. Throws ERR_INVALID_CURSOR.
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
