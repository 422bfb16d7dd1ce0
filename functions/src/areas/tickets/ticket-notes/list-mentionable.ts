import { maySeeTicket } from '@balcao/shared/rules/ticket-visibility.ts'
import { isOnline, listUsers } from '../../../data/team/user.ts'
import { plainRows } from '../../../http/plain-list.ts'
import { visibilityOf } from '../../../realtime/ticket-visibility.ts'
import { visibleTicket } from '../caller.ts'
import type { Operations } from '../operations.ts'

/** Lists the caller's colleagues, each with whether they may see the ticket. */
export const listMentionable: Operations['ticketNotes']['mentionable'] = async (ctx, { params, query }) => {
  const { ticket } = await visibleTicket(ctx, params.ticketId)
  const colleagues = (await listUsers(ctx.companyId))
    // Operators of the installation are nobody's colleagues.
    .filter(user => user.id !== ctx.actor.userId && !user.super)
    .map(user => ({
      ...{ id: user.id, name: user.name, online: isOnline(user) },
      sees: maySeeTicket({ ...user, userId: user.id }, visibilityOf(ticket)),
    }))
  return plainRows(ctx, `mentionable|${ticket.id}`, colleagues, query)
}
