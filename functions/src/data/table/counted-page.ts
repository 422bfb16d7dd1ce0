import { type Counted, rowCount } from './counter.ts'
import { type PageOptions, pageOf, type Source } from './page.ts'
import { cacheFor } from './short-cache.ts'

export type CountedPage<Row> = { rows: Row[]; count: number; hasMore: boolean; nextCursor: string | null }

/** Number of rows to search among, cached for 2 s: a search as the user types reads it once. */
const searchedAmong = cacheFor<number>(2000)

/**
 * Reads a page of a list whose rows are counted. `count` is the company's maintained count; for a
 * search or filter it is the number found, if all of them are on one page. Takes the options of
 * `pageOf` and throws the same errors.
 */
export async function countedPageOf<Row>(
  companyId: string,
  what: Counted,
  filter: string,
  source: Source<Row>,
  options: PageOptions & { search: boolean; accept?: (row: Row) => boolean },
): Promise<CountedPage<Row>> {
  const narrowed = options.search || options.accept !== undefined
  const count = () => rowCount(companyId, what)
  const total = narrowed ? searchedAmong.get(`${companyId}#${what}`, count) : count()
  // The count is awaited at the end; if the page fails first, its rejection is ignored.
  total.catch(() => undefined)
  const { rows, hasMore, nextCursor } = await pageOf(companyId, `${what}|${filter}`, source, options)
  const onOnePage = !options.cursor && (options.pageNumber ?? 1) === 1 && !hasMore
  return { rows, count: narrowed && onOnePage ? rows.length : await total, hasMore, nextCursor }
}
