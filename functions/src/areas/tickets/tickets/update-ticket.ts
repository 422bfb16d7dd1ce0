import { requireTicketToChange } from '../../../data/tickets/ticket.ts'
import { toWireTicket } from '../../../data/tickets/wire.ts'
import { transitionTicket } from '../../../messaging/transition-ticket.ts'
import { requireAnswering } from '../../require-answering.ts'
import { visibleTicket } from '../caller.ts'
import type { Operations } from '../operations.ts'

/**
 * Changes a ticket as its body says: a transition, its bot, its connection, its priority.
 */
export const updateTicket: Operations['tickets']['update'] = async (ctx, { params, body }) => {
  const { ticket, viewer, user } = await visibleTicket(ctx, params.id, requireTicketToChange)
  await requireAnswering(ctx.companyId, body)
  return toWireTicket((await transitionTicket({ viewer, user }, ticket, body)).ticket)
}
