/**
 * Lists that answer their rows alone. All of a usual one is in one answer; of a larger one the header `Link` says where it
 * goes on.
 */
import { fromRows, pageOf, type Source } from '../data/table/page.ts'
import type { Context } from './context.ts'

/** Rows of an answer. */
const MOST_ROWS = 2000
/** Rows of an answer when each takes a look at something else. */
const MOST_ASKED = 400

type Asking = Pick<Context, 'goesOn'> & { companyId: string }

/**
 * The rows of a list behind the cursor that fit into an answer. Throws ERR_INVALID_CURSOR.
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
    limit: accept ? MOST_ASKED : MOST_ROWS,
    ...(accept ? { accept } : {}),
  })
  ctx.goesOn(nextCursor)
  return rows
}

/** The same of rows that are all read, and as they leave. */
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
