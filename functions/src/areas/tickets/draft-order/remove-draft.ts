import { removeDraft as remove } from '../../../data/tickets/draft-order.ts'
import { publishDraftOrder } from '../../../messaging/publish-ticket.ts'
import { visibleTicket } from '../caller.ts'
import type { Operations } from '../operations.ts'

/** Removes a draft order; one that is gone is no error. */
export const removeDraft: Operations['draftOrder']['remove'] = async (ctx, { params: { ticketId } }) => {
  const { ticket } = await visibleTicket(ctx, ticketId)
  if (await remove(ctx.companyId, ticketId)) await publishDraftOrder(ticket, null)
}
