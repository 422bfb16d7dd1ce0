/**
 * Lists whose answer is the bare array of rows. A usual list fits one answer; for a larger one the
 * header `Link` gives the next part.
 */
import { fromRows, pageOf, type Source } from '../data/table/page.ts'
import type { Context } from './context.ts'

/** Maximum number of rows in an answer. */
const MAX_ROWS = 2000
/** Maximum number of rows in an answer when each row needs a read of something else. */
const MAX_CHECKED_ROWS = 400

type Asking = Pick<Context, 'goesOn'> & { companyId: string }

/**
 * Returns the rows behind the cursor that fit one answer.
 * @throws ERR_INVALID_CURSOR
 * @param list names the list with its filters
 * @param accept whether the caller may see a row
 */
export async function plainList<Row>(
  ctx: Asking,
  list: string,
  source: Source<Row>,
  { cursor }: { cursor?: string | undefined },
  accept?: (row: Row) => boolean,
): Promise<Row[]> {
  const { rows, nextCursor } = await pageOf(ctx.companyId, list, source, {
    cursor,
    limit: accept ? MAX_CHECKED_ROWS : MAX_ROWS,
    ...(accept ? { accept } : {}),
  })
  ctx.goesOn(nextCursor)
  return rows
}

/** Same as `plainList` for rows that are all read already and in their wire form. */
export const plainRows = <Row extends { id: string }>(
  ctx: Asking,
  list: string,
  rows: readonly Row[],
  query: { cursor?: string | undefined },
): Promise<Row[]> =>
  plainList(
    ctx,
    list,
    fromRows(rows, row => row.id),
    query,
  )
