import { requireDraft } from '../../../data/tickets/draft-order.ts'
import { visibleTicket } from '../caller.ts'
import type { Operations } from '../operations.ts'

export const getDraft: Operations['draftOrder']['get'] = async (ctx, { params: { ticketId } }) => {
  await visibleTicket(ctx, ticketId)
  return requireDraft(ctx.companyId, ticketId)
}
