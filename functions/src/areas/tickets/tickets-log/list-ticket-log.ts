import { listLogs } from '../../../data/ticket-log.ts'
import { visibleTicket } from '../caller.ts'
import type { Operations } from '../operations.ts'

export const listTicketLog: Operations['ticketsLog']['list'] = async (ctx, { params }) => {
  await visibleTicket(ctx, params.ticketId)
  return listLogs(ctx.companyId, params.ticketId)
}
