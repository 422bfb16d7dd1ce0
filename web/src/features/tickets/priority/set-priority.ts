import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import type { Ticket, TicketPriority } from '@balcao/shared/entities/ticket.ts'
import { queryClient } from '#/lib/queries.ts'
import { api, currentUser } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { expectTicket } from '#/realtime/ticket-lists.ts'

/** Sets the priority of a ticket; it shows at once, and is undone when the server refuses it. */
export async function setPriority(ticket: Ticket, priority: TicketPriority): Promise<void> {
  const user = currentUser()
  if (!user || priority === ticket.priority) return
  const settle = expectTicket(queryClient, ticket, { priority }, user)
  try {
    settle(await api(tickets.update, { params: { id: ticket.id }, body: { priority } }))
  } catch (error) {
    settle()
    toast.error(error)
  }
}
