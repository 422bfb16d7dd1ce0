/**
 * Pages of a list from any source. A page ends at its limit, where its rows fill an answer, or
 * where many rows were examined and few passed its filter. The cursor and the next page number
 * always continue after its last row, so either way shows each row once.
 */
import { PAGED_ROWS, TOO_DEEP } from '@balcao/shared/api-contract/page-bounds.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'
import { normalizeName } from './normalize.ts'
import { type Buildable, queryItems } from './query-items.ts'
import { createReadPriority } from './read-priority.ts'

/** Row, with the position from which the list continues after it. */
type Placed<Row> = {
  row: Row
  position: unknown
  /** Number of items examined since the previous row, including this one; 1 by default. */
  looked?: number
}

export type Slice<Row> = {
  rows: Placed<Row>[]
  /** Stored characters from which the rows were made; undefined if not counted. */
  size?: number
  /** Position from which the next read continues. */
  end: unknown
  /** True if there is anything after `end`. */
  more: boolean
  /** Number of items examined after the last row. */
  looked?: number
}

/**
 * Reads from a position on (null: the beginning). It may return fewer rows than requested, even
 * none, and still have more.
 */
export type Source<Row> = (wanted: number, from: unknown) => Promise<Slice<Row>>

/**
 * Read units that a page may still cost; sources subtract what they read. For pages that continue
 * by their cursor: those requested by number begin at the same rows however they are read.
 */
export type ReadBudget = { units: number }

/** Units of the smallest read; a page ends when fewer are left. */
const LEAST_UNITS = 0.5

/**
 * Maximum weight of an answer in bytes, unless it has only one row: a row of 400 KB becomes at most
 * 2.4 MB of JSON.
 */
export const MAX_BYTES = 3_000_000
/** Bytes per row reserved for fields added to the answer, such as signed links. */
const LINKS_BYTES = 6000
/** Maximum number of items examined for one page of a filtered list. */
const MAX_EXAMINED = 400
/**
 * Maximum number of items examined for a page requested by number, including all pages before it.
 */
const MAX_BY_NUMBER = PAGED_ROWS + MAX_EXAMINED
/** Number of rows read from a source at once. */
const BATCH_SIZE = 500

/**
 * Maximum bytes of a stored character in an answer, and bytes of a row besides its texts: field
 * names, times, links.
 */
const CHARACTER_BYTES = 6
const FORM_BYTES = LINKS_BYTES + 2000

/** Returns the number of characters of items as they were read. */
export function sizeOf(items: readonly object[]): number {
  let size = 0
  for (const item of items)
    for (const value of Object.values(item))
      size += typeof value === 'string' ? value.length : JSON.stringify(value).length
  return size
}

/** Returns the maximum size in bytes of a slice's rows in an answer. */
const atMost = ({ rows, size = Number.POSITIVE_INFINITY }: Slice<unknown>): number =>
  size * CHARACTER_BYTES + rows.length * FORM_BYTES

/** Returns the size in bytes of a row in an answer. */
export const weightOf = (row: unknown): number => Buffer.byteLength(JSON.stringify(row)) + LINKS_BYTES

export type PageOptions = { limit: number; cursor?: string | undefined; pageNumber?: number | undefined }

export type Page<Row> = {
  rows: Row[]
  /** Number of rows on the pages before this one, if it was requested by number. */
  before: number
  hasMore: boolean
  nextCursor: string | null
  /** True if the page ended at its budget, before it was full. */
  isShort?: boolean
}

/**
 * Maximum number of rows on a page of a search: ten read units with the items of the words, session
 * and caller.
 */
const SEARCHED_ROWS = 15

/**
 * Returns the options of a page found by `text` (unless it is empty)
 * whose rows are then read by id.
 */
export const searchedPage = <O extends PageOptions>(
  options: O,
  text: string,
  most = SEARCHED_ROWS,
): O & { search: boolean } =>
  text === '' ? { ...options, search: false } : { ...options, search: true, limit: Math.min(options.limit, most) }

type RowOptions<Row> = { accept?: (row: Row) => boolean; weigh?: (row: Row) => number; budget?: ReadBudget | undefined }

const readPriority = createReadPriority()

/**
 * Reads a page of a source. Throws ERR_INVALID_CURSOR, and ERR_VALIDATION for a page number beyond
 * the reading limit.
 * @param list name of the list with its filters and order, for which its cursors are valid
 * @param options.search true for a search by text: such pages yield to lists
 * @param options.accept filter of a list that reads more rows than it shows
 * @param options.weigh bytes of a row in the answer, if they differ from those of the row
 * @param options.budget read units after which the page ends, full or not
 */
export const pageOf = <Row>(
  companyId: string,
  list: string,
  source: Source<Row>,
  options: PageOptions & RowOptions<Row> & { search?: boolean },
): Promise<Page<Row>> =>
  readPriority[options.search ? 'search' : 'list'](() => readPage(companyId, list, source, options))

async function readPage<Row>(
  companyId: string,
  list: string,
  source: Source<Row>,
  { limit, cursor, pageNumber, accept = () => true, weigh = weightOf, budget }: PageOptions & RowOptions<Row>,
): Promise<Page<Row>> {
  const mostLooked = Math.max(MAX_EXAMINED, limit)
  const numbered = pageNumber !== undefined && !cursor
  let place: { readonly position: unknown } = { position: cursor ? decodeCursor(companyId, list, cursor) : null }
  let left = numbered ? pageNumber - 1 : 0
  let rows: Row[] = []
  let weight = 0
  // Few pages are large: rows are weighed only if they could exceed the limit.
  let weighed = 0
  let most = 0
  let mostOfSlice = 0
  const isFull = (row: Row): boolean => {
    if (most <= MAX_BYTES) return false
    while (weighed < rows.length) weight += weigh(rows[weighed++]!)
    return weight + weigh(row) > MAX_BYTES
  }
  let before = 0
  // Items examined since the last row, for this page, and in all. Only these limit a page requested
  // by number: they do not depend on how the source is read, so a page begins where the previous
  // one ended.
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
  const nextPage = (already: number) => {
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
  for (let reads = 0; ; reads++) {
    // Few of the first rows were accepted: the source reads what the budget still allows at once.
    const wanted = budget && reads > 0 ? BATCH_SIZE : left * limit + limit - rows.length
    const slice = await source(Math.min(BATCH_SIZE, wanted), place.position)
    mostOfSlice = weigh === weightOf ? atMost(slice) : Number.POSITIVE_INFINITY
    most += mostOfSlice
    for (const [i, found] of slice.rows.entries()) {
      look(found.looked ?? 1)
      if (numbered && all > MAX_BY_NUMBER) return outOfReach()
      const accepted = accept(found.row)
      if (rows.length > 0 && (looked > mostLooked || (accepted && isFull(found.row)))) {
        if (left === 0) return answer(true)
        nextPage(gap)
      }
      place = found
      gap = 0
      if (!accepted) continue
      rows.push(found.row)
      if (rows.length < limit) continue
      if (left === 0) return answer(slice.more || slice.rows.slice(i + 1).some(({ row }) => accept(row)))
      nextPage(0)
    }
    place = { position: slice.end }
    if (!slice.more) {
      if (left > 0) nextPage(0)
      return answer(false)
    }
    look(slice.looked ?? 0)
    if (budget && budget.units < LEAST_UNITS) return { ...answer(true), isShort: true }
    if (left === 0 && looked >= mostLooked && (rows.length > 0 || !numbered)) return answer(true)
    if (numbered && all >= MAX_BY_NUMBER) return outOfReach()
  }
}

/**
 * Returns the source of a query's results, in its order. `build` makes the query that continues
 * after a position.
 */
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
    // One row more shows whether another follows.
    const { items, more } = await queryItems(build(from), wanted + 1, { attributes, order })
    const rows = items.slice(0, wanted).map(item => {
      const row = toRow(item as never)
      return {
        row,
        // A getter, as the positions of most rows are never read.
        get position() {
          return positionOf(row)
        },
      }
    })
    return { rows, size: sizeOf(items), end: rows.at(-1)?.position ?? from, more: more || items.length > wanted }
  }

/**
 * Returns the source of rows already read. If the row of a position is gone, the list continues
 * with the row that took its place.
 */
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
 * Reads a page of the rows whose text contains `searchParam`, ignoring accents and case, in their
 * order. Throws ERR_INVALID_CURSOR, ERR_VALIDATION.
 * @param list name of the list with all of the rows
 */
export function pageOfMatches<Row extends { id: string }>(
  companyId: string,
  list: string,
  rows: readonly Row[],
  textOf: (row: Row) => string,
  { searchParam, ...options }: PageOptions & { searchParam: string },
): Promise<Page<Row>> {
  const wanted = normalizeName(searchParam)
  const found = rows.filter(row => normalizeName(textOf(row)).includes(wanted))
  return pageOf(
    companyId,
    `${list}|${wanted}`,
    fromRows(found, ({ id }) => id),
    options,
  )
}

/** Yields the rows of a source, as far as the caller reads. */
export async function* each<Row>(source: Source<Row>, atOnce = 100): AsyncGenerator<Row> {
  for (let from: unknown = null; ; ) {
    const { rows, end, more } = await source(atOnce, from)
    for (const { row } of rows) yield row
    if (!more) return
    from = end
  }
}

/** Reads the first rows of a source: fewer than `most` means that there are no more. */
export async function firstOf<Row>(source: Source<Row>, most: number, from: unknown = null): Promise<Row[]> {
  const found: Row[] = []
  for (;;) {
    const { rows, end, more } = await source(most - found.length, from)
    found.push(...rows.map(({ row }) => row))
    if (!more || found.length >= most) return found.slice(0, most)
    from = end
  }
}
