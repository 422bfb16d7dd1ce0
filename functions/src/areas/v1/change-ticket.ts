import { requireTicket } from '../../data/tickets/ticket.ts'
import { updateTicket } from '../tickets/tickets/update-ticket.ts'
import type { Operations } from './operations.ts'

/**
 * Changes a ticket. A token is nobody's attendant: it opens a ticket for a user, as a transfer
 * within the ticket's queue, and closes one without taking it.
 */
export const changeTicket: Operations['tickets']['update'] = async (ctx, { params, body, files }) => {
  const { status, queueId } = body
  const change = { params, files, query: undefined }
  if (status === 'closed') return updateTicket(ctx, { ...change, body: { ...body, userId: body.userId ?? null } })
  if (status !== 'open' || queueId !== undefined) return updateTicket(ctx, { ...change, body })
  const { queue } = await requireTicket(ctx.companyId, params.id)
  return updateTicket(ctx, { ...change, body: { ...body, queueId: queue?.id ?? null } })
}
