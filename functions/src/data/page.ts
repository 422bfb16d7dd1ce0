/**
 * Pages of a list, whatever it is read from. A page ends at its limit, where its rows fill an answer, or where so much was
 * looked at that few rows pass its filter; wherever that is, the cursor goes on behind its last row. Page numbers count the
 * pages a walk by cursor would have, so both ways show each row once.
 */
import { TOO_DEEP } from '@balcao/shared/contract/list.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'
import { type Buildable, queryItems } from './query-items.ts'

/** A row, and where a list goes on behind it. */
type Placed<Row> = {
  row: Row
  position: unknown
  /** What was looked at since the row before, this one included; 1 unless it says otherwise. */
  looked?: number
}

export type Slice<Row> = {
  rows: Placed<Row>[]
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
const MOST_BYTES = 3_000_000
/** Signed links and the like, which rows get on their way out. */
const LINKS_BYTES = 6000
/** Looked at for one page of a list that shows not all it reads. */
const MOST_LOOKED = 400
/** Looked at for the pages before one that is asked for by its number. */
const MOST_SKIPPED = 2400
/** Read from a source at once. */
const AT_ONCE = 500

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

/**
 * A page of what a source has. Throws ERR_INVALID_CURSOR, and ERR_VALIDATION for a page number that too much would have to
 * be read for.
 * @param list names the list with its filters and order: its cursors are worth nothing elsewhere
 * @param options.accept the filter of a list that reads more than it shows
 * @param options.weigh bytes of a row in the answer, where these are not about those of the row
 */
export async function pageOf<Row>(
  companyId: string,
  list: string,
  source: Source<Row>,
  {
    limit,
    cursor,
    pageNumber = 1,
    accept = () => true,
    weigh = weightOf,
  }: PageOptions & { accept?: (row: Row) => boolean; weigh?: (row: Row) => number },
): Promise<Page<Row>> {
  const mostLooked = Math.max(MOST_LOOKED, limit)
  let position: unknown = cursor ? decodeCursor(companyId, list, cursor) : null
  let left = cursor ? 0 : pageNumber - 1
  let rows: Row[] = []
  let weight = 0
  let looked = 0
  let skipped = 0
  let before = 0
  const answer = (hasMore: boolean): Page<Row> => ({
    rows,
    before,
    hasMore,
    nextCursor: hasMore ? encodeCursor(companyId, list, position) : null,
  })
  const turn = () => {
    left -= 1
    before += rows.length
    rows = []
    weight = 0
  }
  const look = (count: number) => {
    looked += count
    if (left > 0) skipped += count
    if (skipped > MOST_SKIPPED) throw new AppError('ERR_VALIDATION', { details: [TOO_DEEP] })
  }
  for (;;) {
    const slice = await source(Math.min(AT_ONCE, left * limit + limit - rows.length), position)
    for (const [i, found] of slice.rows.entries()) {
      const count = found.looked ?? 1
      look(count)
      for (; looked > mostLooked; looked -= mostLooked) {
        if (left === 0) return answer(true)
        turn()
      }
      if (accept(found.row)) {
        const own = weigh(found.row)
        if (rows.length > 0 && weight + own > MOST_BYTES) {
          if (left === 0) return answer(true)
          turn()
          looked = count
        }
        rows.push(found.row)
        weight += own
      }
      position = found.position
      if (rows.length < limit) continue
      if (left === 0) return answer(slice.more || slice.rows.slice(i + 1).some(({ row }) => accept(row)))
      turn()
      looked = 0
    }
    position = slice.end
    if (!slice.more) {
      if (left > 0) {
        before += rows.length
        rows = []
      }
      return answer(false)
    }
    look(slice.looked ?? 0)
    for (; looked >= mostLooked; looked -= mostLooked) {
      if (left === 0) return answer(true)
      turn()
    }
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
      return { row, position: positionOf(row) }
    })
    return { rows, end: rows.at(-1)?.position ?? from, more: more || items.length > wanted }
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
