import { tags } from '@balcao/shared/api/tickets/tags.ts'
import type { ResultOf } from '@balcao/shared/api-contract/route.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { queryClient } from '#/lib/queries.ts'
import { api, currentUser } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { expectTicket } from '#/realtime/ticket-lists.ts'

/**
 * Gives a ticket exactly these tags: shown at once, and undone with the reason when the server
 * refuses. A ticket is in one column of the board, so a new one replaces the former.
 * @param all every tag of the company
 */
export async function changeTags(ticket: Ticket, all: ResultOf<typeof tags.listAll>, chosenIds: readonly string[]) {
  const user = currentUser()
  if (!user) return
  const isColumn = (id: string) => all.some(tag => tag.id === id && tag.kanban === 1)
  const column = chosenIds.findLast(isColumn)
  const ids = chosenIds.filter(id => id === column || !isColumn(id))
  const chosen = all.filter(tag => ids.includes(tag.id)).map(({ id, name, color }) => ({ id, name, color }))
  const settle = expectTicket(queryClient, ticket, { tags: chosen }, user)
  try {
    settle(await api(tags.sync, { body: { ticketId: ticket.id, tags: ids } }))
  } catch (error) {
    settle()
    toast.error(error)
  }
}
