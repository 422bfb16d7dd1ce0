import { moveToColumn } from '../../../data/tickets/ticket-tags.ts'
import { toWireTicket } from '../../../data/tickets/wire.ts'
import { publishTicket } from '../../../messaging/publish-ticket.ts'
import { visibleTicket } from '../caller.ts'
import type { Operations } from '../operations.ts'

export const leaveColumn: Operations['kanban']['leave'] = async (ctx, { params }) => {
  const { ticket: seen, viewer } = await visibleTicket(ctx, params.ticketId)
  const { ticket } = await moveToColumn(ctx.companyId, viewer, seen, null)
  if (ticket !== seen) await publishTicket(ticket, seen)
  return toWireTicket(ticket)
}
