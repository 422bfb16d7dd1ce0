import { moveToColumn } from '../../../data/tickets/ticket-tags.ts'
import { toWireTicket } from '../../../data/tickets/wire.ts'
import { publishTicket } from '../../../messaging/publish-ticket.ts'
import { visibleTicket } from '../caller.ts'
import type { Operations } from '../operations.ts'

/** Moves a ticket to a column. Of two simultaneous moves the later one counts. */
export const moveTicket: Operations['kanban']['move'] = async (ctx, { params }) => {
  const { ticket: seen, viewer } = await visibleTicket(ctx, params.ticketId)
  const { ticket } = await moveToColumn(ctx.companyId, viewer, seen, params.tagId)
  if (ticket !== seen) await publishTicket(ticket, seen)
  return toWireTicket(ticket)
}
