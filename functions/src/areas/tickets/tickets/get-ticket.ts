import { logAccess } from '../../../data/tickets/ticket-log.ts'
import { toWireTicket } from '../../../data/tickets/wire.ts'
import type { UserContext } from '../../../http/context.ts'
import { publishTicketLogs } from '../../../messaging/publish-ticket.ts'
import { visibleTicket } from '../caller.ts'
import type { Operations } from '../operations.ts'

async function open(ctx: UserContext, id: string) {
  const { ticket, user } = await visibleTicket(ctx, id)
  const log = await logAccess(ctx.companyId, id, user)
  if (log) await publishTicketLogs(ticket, [log])
  return toWireTicket(ticket)
}

/** Returns a ticket. Opening it is written into its log, once in ten minutes per user. */
export const getTicket: Operations['tickets']['get'] = (ctx, { params }) => open(ctx, params.id)

/** Returns a ticket by its uuid, which is the id. */
export const getTicketByUuid: Operations['tickets']['getByUuid'] = (ctx, { params }) => open(ctx, params.ticketId)
