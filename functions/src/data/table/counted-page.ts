import { type Counted, rowCount } from './counter.ts'
import { type PageOptions, pageOf, type Source } from './page.ts'
import { remember } from './remember.ts'

export type CountedPage<Row> = { rows: Row[]; count: number; hasMore: boolean; nextCursor: string | null }

/** How many there are to search among, two seconds old at most: whoever searches as they type reads it once. */
const searchedAmong = remember<number>(2000)

/**
 * A page of a list whose rows are counted. `count` is the company's, maintained; of what is looked for or filtered it is what was found
 * when that is all on one page. Throws what `pageOf` does, whose options it takes.
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
  // Awaited at the end; should the page fail first, nobody waits for it.
  total.catch(() => undefined)
  const { rows, hasMore, nextCursor } = await pageOf(companyId, `${what}|${filter}`, source, options)
  const onOnePage = !options.cursor && (options.pageNumber ?? 1) === 1 && !hasMore
  return { rows, count: narrowed && onOnePage ? rows.length : await total, hasMore, nextCursor }
}
