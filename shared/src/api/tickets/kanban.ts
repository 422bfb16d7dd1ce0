import { z } from 'zod'
import { Id, page, plainListQuery, QueryIds } from '../../api-contract/fields.ts'
import { route } from '../../api-contract/route.ts'
import { Ticket } from '../../entities/ticket.ts'

/** Id of the column of tickets without a kanban tag. */
export const NO_COLUMN = 'none'

const board = { access: 'user', plan: 'useKanban' } as const

/** The board: live tickets in a column per kanban tag, and one for tickets without such a tag. */
export const kanban = {
  /**
   * With `tagId`, answers a page of that column, to which `hasMore` and `nextCursor` refer; without
   * it, the first page of every column, each with its own. A column without ids that has more did
   * not fit into the answer: request it by its `tagId`. Tickets are ordered by `laneSince`, the
   * newest first; `queueIds` keeps those of these queues and of none.
   */
  board: route({
    ...board,
    method: 'GET',
    path: '/ticket/kanban',
    summary: 'The kanban board, or a page of one of its lanes',
    query: z.object({
      queueIds: QueryIds.optional(),
      tagId: z.union([z.literal(NO_COLUMN), Id]).optional(),
      ...plainListQuery,
    }),
    response: z.object({
      tickets: z.array(Ticket),
      lanes: z.array(z.object({ tagId: Id.nullable(), ids: z.array(Id), ...page })),
      ...page,
    }),
    errors: ['ERR_NO_TAG_FOUND', 'ERR_TAG_NOT_KANBAN'],
  }),
  move: route({
    ...board,
    method: 'PUT',
    path: '/ticket-tags/{ticketId}/{tagId}',
    summary: 'Move a ticket to the lane of a kanban tag; its ordinary tags stay',
    params: z.object({ ticketId: Id, tagId: Id }),
    response: Ticket,
    errors: ['ERR_NO_TICKET_FOUND', 'ERR_NO_TAG_FOUND', 'ERR_TAG_NOT_KANBAN', 'ERR_CONFLICT'],
  }),
  leave: route({
    ...board,
    method: 'DELETE',
    path: '/ticket-tags/{ticketId}',
    summary: 'Take a ticket out of its kanban lane; its ordinary tags stay',
    params: z.object({ ticketId: Id }),
    response: Ticket,
    errors: ['ERR_NO_TICKET_FOUND', 'ERR_CONFLICT'],
  }),
}
