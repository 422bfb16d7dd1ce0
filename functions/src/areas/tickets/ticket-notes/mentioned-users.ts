import type { UserRef } from '@balcao/shared/entities/user.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { maySeeTicket } from '@balcao/shared/rules/ticket-visibility.ts'
import { getUser } from '../../../data/team/user.ts'
import type { TicketRow } from '../../../data/tickets/ticket-row.ts'
import { visibilityOf } from '../../../realtime/ticket-visibility.ts'

/**
 * Returns the colleagues whom a note mentions, each once.
 * @throws ERR_NO_USER_FOUND, and ERR_MENTION_UNSEEN with `user` for one who may not see the ticket
 */
export async function mentionedUsers(ticket: TicketRow, ids: readonly string[]): Promise<UserRef[]> {
  const users = await Promise.all([...new Set(ids)].map(id => getUser(ticket.companyId, id)))
  return users.map(user => {
    if (!user) throw new AppError('ERR_NO_USER_FOUND')
    const { id, name } = user
    if (!maySeeTicket({ ...user, userId: id }, visibilityOf(ticket)))
      throw new AppError('ERR_MENTION_UNSEEN', { data: { user: { id, name } } })
    return { id, name }
  })
}
