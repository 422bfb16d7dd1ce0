import { logsOf } from '../../../data/tickets/ticket-log.ts'
import { plainList } from '../../../http/plain-list.ts'
import { visibleTicket } from '../caller.ts'
import type { Operations } from '../operations.ts'

export const listTicketLog: Operations['ticketsLog']['list'] = async (ctx, { params: { ticketId }, query }) => {
  await visibleTicket(ctx, ticketId)
  return plainList(ctx, `log|${ticketId}`, logsOf(ctx.companyId, ticketId), query)
}
