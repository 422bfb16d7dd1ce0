import { moveToLane } from '../../../data/tickets/ticket-tags.ts'
import { toWireTicket } from '../../../data/tickets/wire.ts'
import { tellTicket } from '../../../messaging/tell.ts'
import { visibleTicket } from '../caller.ts'
import type { Operations } from '../operations.ts'

/** Of two who move one ticket at once the later one's lane is where it stands. */
export const moveTicket: Operations['kanban']['move'] = async (ctx, { params }) => {
  const { ticket: seen, viewer } = await visibleTicket(ctx, params.ticketId)
  const { ticket } = await moveToLane(ctx.companyId, viewer, seen, params.tagId)
  if (ticket !== seen) await tellTicket(ticket, seen)
  return toWireTicket(ticket)
}
