import { NO_COLUMN } from '@balcao/shared/api/tickets/kanban.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { type ColumnPage, firstPages, pageOfColumn } from '../../../data/tickets/board-page.ts'
import { fillBoard } from '../../../data/tickets/fill-board.ts'
import { kanbanTags, requireTag } from '../../../data/tickets/tag.ts'
import { NONE } from '../../../data/tickets/ticket-row.ts'
import { toWireTicket } from '../../../data/tickets/wire.ts'
import { callerOf } from '../caller.ts'
import type { Operations } from '../operations.ts'

/** Returns the first page of every column, or a page of the named one. */
export const readBoard: Operations['kanban']['board'] = async (ctx, { query }) => {
  const { companyId } = ctx
  const { tagId, cursor, queueIds } = query
  // A cursor belongs to one column.
  if (cursor !== undefined && tagId === undefined) throw new AppError('ERR_INVALID_CURSOR')
  const [{ viewer }] = await Promise.all([callerOf(ctx), fillBoard(companyId)])
  if (tagId === undefined) {
    const columns = [NONE, ...(await kanbanTags(companyId)).map(({ id }) => id)]
    return answer(await firstPages(companyId, viewer, columns, { queueIds }), null)
  }
  const column = tagId === NO_COLUMN ? NONE : tagId
  if (column !== NONE && (await requireTag(companyId, column)).kanban !== 1) throw new AppError('ERR_TAG_NOT_KANBAN')
  const { rows: tickets, hasMore, nextCursor } = await pageOfColumn(companyId, viewer, column, { queueIds }, cursor)
  const page = { column, tickets, hasMore, nextCursor }
  return answer([page], page)
}

/**
 * Builds the answer.
 * @param about the column whose next page the answer's cursor refers to
 */
async function answer(pages: readonly ColumnPage[], about: ColumnPage | null) {
  return {
    tickets: await Promise.all(pages.flatMap(({ tickets }) => tickets).map(toWireTicket)),
    lanes: pages.map(({ column, tickets, hasMore, nextCursor }) => ({
      tagId: column === NONE ? null : column,
      ids: tickets.map(({ id }) => id),
      hasMore,
      nextCursor,
    })),
    hasMore: about?.hasMore ?? false,
    nextCursor: about?.nextCursor ?? null,
  }
}
