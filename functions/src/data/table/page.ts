/**
 * Pages of a list, whatever it is read from. A page ends at its limit, where its rows fill an answer, or where much was
 * looked at and few rows passed its filter; wherever that is, the cursor and the next number go on behind its last row, so
 * that either way shows each row once.
 */
import { PAGED_ROWS, TOO_DEEP } from '@balcao/shared/contract/list.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'
import { foldName } from './fold.ts'
import { type Buildable, queryItems } from './query-items.ts'
import { createTurns } from './turns.ts'

/** A row, and where a list goes on behind it. */
type Placed<Row> = {
  row: Row
  position: unknown
  /** What was looked at since the row before, this one included; 1 unless it says otherwise. */
  looked?: number
}

export type Slice<Row> = {
  rows: Placed<Row>[]
  /** Characters of what the rows were made of, as it is stored; undefined: nobody counted. */
  size?: number
  /** Where the next read begins. */
  end: unknown
  /** Whether there is anything behind `end`. */
  more: boolean
  /** What was looked at behind the last row. */
  looked?: number
}

/** Reads on from a position (null: the beginning). It may answer fewer rows than wanted, even none, and still have more. */
export type Source<Row> = (wanted: number, from: unknown) => Promise<Slice<Row>>

/** An answer's rows weigh less than this, or it has one: a row of 400 KB is 2.4 MB in JSON at the very most. */
export const MOST_BYTES = 3_000_000
/** Signed links and the like, which rows get on their way out. */
const LINKS_BYTES = 6000
/** Looked at for one page of a list that shows not all it reads. */
const MOST_LOOKED = 400
/** Looked at for a page that is asked for by its number, all before it included. */
const MOST_BY_NUMBER = PAGED_ROWS + MOST_LOOKED
/** Read from a source at once. */
const AT_ONCE = 500

/** What a stored character is in an answer, at most; and what a row is beside its texts: names of fields, moments, links. */
const CHARACTER_BYTES = 6
const FORM_BYTES = LINKS_BYTES + 2000

/** Characters of items as they were read. */
export function sizeOf(items: readonly object[]): number {
  let size = 0
  for (const item of items)
    for (const value of Object.values(item))
      size += typeof value === 'string' ? value.length : JSON.stringify(value).length
  return size
}

/** Bytes of a slice's rows in an answer, at most. */
const atMost = ({ rows, size = Number.POSITIVE_INFINITY }: Slice<unknown>): number =>
  size * CHARACTER_BYTES + rows.length * FORM_BYTES

/** Bytes of a row in an answer. */
export const weightOf = (row: unknown): number => Buffer.byteLength(JSON.stringify(row)) + LINKS_BYTES

export type PageOptions = { limit: number; cursor?: string | undefined; pageNumber?: number | undefined }

export type Page<Row> = {
  rows: Row[]
  /** Rows of the pages before, when it was asked for by number. */
  before: number
  hasMore: boolean
  nextCursor: string | null
}

/** With the items of the words, session and caller these are ten read units. */
const SEARCHED_ROWS = 15

/**
 * How a page is cut whose rows are found by `text`, unless it is empty, and then read by their ids: half a unit each, so that it has fewer
 * than other pages.
 */
export const searchedPage = <O extends PageOptions>(
  options: O,
  text: string,
  most = SEARCHED_ROWS,
): O & { search: boolean } =>
  text === '' ? { ...options, search: false } : { ...options, search: true, limit: Math.min(options.limit, most) }

type RowOptions<Row> = { accept?: (row: Row) => boolean; weigh?: (row: Row) => number }

const turns = createTurns()

/**
 * A page of what a source has. Throws ERR_INVALID_CURSOR, and ERR_VALIDATION for a page number that too much would have to
 * be read for.
 * @param list names the list with its filters and order: its cursors are worth nothing elsewhere
 * @param options.search whether it is looked for by text: such pages let lists go first
 * @param options.accept the filter of a list that reads more than it shows
 * @param options.weigh bytes of a row in the answer, where these are not about those of the row
 */
export const pageOf = <Row>(
  companyId: string,
  list: string,
  source: Source<Row>,
  options: PageOptions & RowOptions<Row> & { search?: boolean },
): Promise<Page<Row>> => turns[options.search ? 'search' : 'list'](() => readPage(companyId, list, source, options))

async function readPage<Row>(
  companyId: string,
  list: string,
  source: Source<Row>,
  { limit, cursor, pageNumber, accept = () => true, weigh = weightOf }: PageOptions & RowOptions<Row>,
): Promise<Page<Row>> {
  const mostLooked = Math.max(MOST_LOOKED, limit)
  const numbered = pageNumber !== undefined && !cursor
  let place: { readonly position: unknown } = { position: cursor ? decodeCursor(companyId, list, cursor) : null }
  let left = numbered ? pageNumber - 1 : 0
  let rows: Row[] = []
  let weight = 0
  // Hardly any page is heavy: its rows are weighed only where they could be.
  let weighed = 0
  let most = 0
  let mostOfSlice = 0
  const isFull = (row: Row): boolean => {
    if (most <= MOST_BYTES) return false
    while (weighed < rows.length) weight += weigh(rows[weighed++]!)
    return weight + weigh(row) > MOST_BYTES
  }
  let before = 0
  // Looked at since the last row, for this page, and in all. Only these decide by number: they are the same however the
  // source is read, so that a page begins where the one before it ended.
  let gap = 0
  let looked = 0
  let all = 0
  const look = (count: number) => {
    gap += count
    looked += count
    all += count
  }
  const answer = (hasMore: boolean): Page<Row> => ({
    rows,
    before,
    hasMore,
    nextCursor: hasMore ? encodeCursor(companyId, list, place.position) : null,
  })
  const turn = (already: number) => {
    left -= 1
    before += rows.length
    rows = []
    weight = 0
    weighed = 0
    most = mostOfSlice
    looked = already
  }
  const outOfReach = (): Page<Row> => {
    if (left === 0) return answer(true)
    throw new AppError('ERR_VALIDATION', { details: [TOO_DEEP] })
  }
  for (;;) {
    const slice = await source(Math.min(AT_ONCE, left * limit + limit - rows.length), place.position)
    mostOfSlice = weigh === weightOf ? atMost(slice) : Number.POSITIVE_INFINITY
    most += mostOfSlice
    for (const [i, found] of slice.rows.entries()) {
      look(found.looked ?? 1)
      if (numbered && all > MOST_BY_NUMBER) return outOfReach()
      const accepted = accept(found.row)
      if (rows.length > 0 && (looked > mostLooked || (accepted && isFull(found.row)))) {
        if (left === 0) return answer(true)
        turn(gap)
      }
      place = found
      gap = 0
      if (!accepted) continue
      rows.push(found.row)
      if (rows.length < limit) continue
      if (left === 0) return answer(slice.more || slice.rows.slice(i + 1).some(({ row }) => accept(row)))
      turn(0)
    }
    place = { position: slice.end }
    if (!slice.more) {
      if (left > 0) turn(0)
      return answer(false)
    }
    look(slice.looked ?? 0)
    if (left === 0 && looked >= mostLooked && (rows.length > 0 || !numbered)) return answer(true)
    if (numbered && all >= MOST_BY_NUMBER) return outOfReach()
  }
}

/** What a query finds, in its order. `build` makes the query for what lies behind a position. */
export const fromQuery =
  <Row>(
    build: (from: unknown) => Buildable,
    {
      attributes,
      order = 'desc',
      toRow,
      positionOf,
    }: {
      attributes: readonly string[]
      order?: 'asc' | 'desc'
      toRow: (item: never) => Row
      positionOf: (row: Row) => unknown
    },
  ): Source<Row> =>
  async (wanted, from) => {
    // One more tells whether there is another.
    const { items, more } = await queryItems(build(from), wanted + 1, { attributes, order })
    const rows = items.slice(0, wanted).map(item => {
      const row = toRow(item as never)
      return {
        row,
        // Of most rows nobody asks.
        get position() {
          return positionOf(row)
        },
      }
    })
    return { rows, size: sizeOf(items), end: rows.at(-1)?.position ?? from, more: more || items.length > wanted }
  }

/** Rows that are read already. Where the row of a position is gone, the list goes on with what took its place. */
export const fromRows =
  <Row>(all: readonly Row[], idOf: (row: Row) => string): Source<Row> =>
  async (wanted, from) => {
    const last = from as { at: number; id: string } | null
    const known = last ? all.findIndex(row => idOf(row) === last.id) : -1
    const begin = known >= 0 ? known + 1 : (last?.at ?? 0)
    const rows = all.slice(begin, begin + wanted).map((row, i) => ({ row, position: { at: begin + i, id: idOf(row) } }))
    return { rows, end: rows.at(-1)?.position ?? from, more: begin + wanted < all.length }
  }

/**
 * A page of those rows whose text has `searchParam` in it, accents and case aside, in their order. Throws ERR_INVALID_CURSOR,
 * ERR_VALIDATION.
 * @param list names the list they are all of
 */
export function pageOfMatches<Row extends { id: string }>(
  companyId: string,
  list: string,
  rows: readonly Row[],
  textOf: (row: Row) => string,
  { searchParam, ...options }: PageOptions & { searchParam: string },
): Promise<Page<Row>> {
  const wanted = foldName(searchParam)
  const found = rows.filter(row => foldName(textOf(row)).includes(wanted))
  return pageOf(
    companyId,
    `${list}|${wanted}`,
    fromRows(found, ({ id }) => id),
    options,
  )
}

/** Reads a source to its end, or as far as it is asked. */
export async function* each<Row>(source: Source<Row>, atOnce = 100): AsyncGenerator<Row> {
  for (let from: unknown = null; ; ) {
    const { rows, end, more } = await source(atOnce, from)
    for (const { row } of rows) yield row
    if (!more) return
    from = end
  }
}

/** The first rows of a source: fewer than `most` only when there are no others. */
export async function firstOf<Row>(source: Source<Row>, most: number, from: unknown = null): Promise<Row[]> {
  const found: Row[] = []
  for (;;) {
    const { rows, end, more } = await source(most - found.length, from)
    found.push(...rows.map(({ row }) => row))
    if (!more || found.length >= most) return found.slice(0, most)
    from = end
  }
}
