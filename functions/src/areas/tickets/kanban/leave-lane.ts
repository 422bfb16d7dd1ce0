import { moveToLane } from '../../../data/tickets/ticket-tags.ts'
import { toWireTicket } from '../../../data/tickets/wire.ts'
import { tellTicket } from '../../../messaging/tell.ts'
import { visibleTicket } from '../caller.ts'
import type { Operations } from '../operations.ts'

export const leaveLane: Operations['kanban']['leave'] = async (ctx, { params }) => {
  const { ticket: seen, viewer } = await visibleTicket(ctx, params.ticketId)
  const { ticket } = await moveToLane(ctx.companyId, viewer, seen, null)
  if (ticket !== seen) await tellTicket(ticket, seen)
  return toWireTicket(ticket)
}
