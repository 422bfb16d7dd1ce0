import { AppError } from '@balcao/shared/errors.ts'
import { changeTicket } from '../../../data/tickets/ticket.ts'
import { assertActs } from '../../../data/tickets/ticket-list.ts'
import { isLive } from '../../../data/tickets/ticket-row.ts'
import { toWireTicket } from '../../../data/tickets/wire.ts'
import { publishTicket } from '../../../messaging/publish-ticket.ts'
import { visibleTicket } from '../caller.ts'
import type { Operations } from '../operations.ts'

/**
 * Marks a ticket as unread, to come back to it. It keeps its place and its read position; at
 * WhatsApp nothing changes.
 */
export const markUnread: Operations['tickets']['unread'] = async (ctx, { params }) => {
  const caller = await visibleTicket(ctx, params.id)
  const { before, ticket } = await changeTicket(ctx.companyId, caller.ticket, now => {
    if (!isLive(now.status)) throw new AppError('ERR_TICKET_STATUS')
    assertActs(caller.viewer, now)
    return now.unreadMessages > 0 ? undefined : { set: { unreadMessages: 1 }, touch: false }
  })
  if (ticket !== before) await publishTicket(ticket, before)
  return toWireTicket(ticket)
}
