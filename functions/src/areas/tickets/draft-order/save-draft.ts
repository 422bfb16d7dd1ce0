import { AppError } from '@balcao/shared/errors.ts'
import { saveDraft as save } from '../../../data/tickets/draft-order.ts'
import { publishDraftOrder, publishTicket } from '../../../messaging/publish-ticket.ts'
import { draftContent } from '../../../sales/draft-content.ts'
import { visibleTicket } from '../caller.ts'
import type { Operations } from '../operations.ts'

export const saveDraft: Operations['draftOrder']['save'] = async (ctx, { params: { ticketId }, body }) => {
  const { companyId } = ctx
  const { ticket, user } = await visibleTicket(ctx, ticketId)
  if (ticket.status === 'closed') throw new AppError('ERR_TICKET_CLOSED')
  const { version, ...given } = body
  const { draft, ticket: changed } = await save(ticket, version, await draftContent(companyId, given, user.id))
  await Promise.all([
    publishDraftOrder(changed?.ticket ?? ticket, draft),
    ...(changed ? [publishTicket(changed.ticket, changed.before)] : []),
  ])
  return draft
}
