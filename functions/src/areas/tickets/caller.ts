import type { UserRef } from '@balcao/shared/entities/user.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { getCaller } from '../../data/team/user.ts'
import { requireTicket } from '../../data/tickets/ticket.ts'
import { assertSees, type Viewer } from '../../data/tickets/ticket-list.ts'
import type { TicketRow } from '../../data/tickets/ticket-row.ts'
import type { UserContext } from '../../http/context.ts'

export type Caller = { viewer: Viewer; user: UserRef; whatsappId: string | null }

/**
 * Returns the caller, with the queues that decide what they see. Costs half a read unit at most.
 */
export async function callerOf({ companyId, actor }: UserContext): Promise<Caller> {
  const row = await getCaller(companyId, actor.userId)
  if (!row) throw new AppError('ERR_UNAUTHORIZED')
  return {
    viewer: {
      userId: row.id,
      profile: actor.profile,
      super: actor.super,
      queueIds: row.queueIds,
      allTicket: row.allTicket,
    },
    user: { id: row.id, name: row.name },
    whatsappId: row.whatsappId,
  }
}

/**
 * Requires that a person may write to the ticket's contact: a closed ticket must be reopened first,
 * a pending one accepted. Admins are no exception. The public API, the bot, schedules and campaigns
 * write to tickets nobody accepted.
 * @throws ERR_TICKET_CLOSED, ERR_TICKET_NOT_ACCEPTED
 */
export function requireWritable({ status }: Pick<TicketRow, 'status'>): void {
  if (status === 'closed') throw new AppError('ERR_TICKET_CLOSED')
  if (status === 'pending') throw new AppError('ERR_TICKET_NOT_ACCEPTED')
}

/**
 * Returns a ticket the caller may see, and the caller.
 * @throws ERR_NO_TICKET_FOUND, and ERR_NO_PERMISSION for one of the own company that is outside of
 * the caller's queues
 * @param require reads the ticket: `requireTicketToChange` for changes that the configuration
 * decides
 */
export async function visibleTicket(
  ctx: UserContext,
  id: string,
  require: typeof requireTicket = requireTicket,
): Promise<Caller & { ticket: TicketRow }> {
  const [caller, ticket] = await Promise.all([callerOf(ctx), require(ctx.companyId, id)])
  assertSees(caller.viewer, ticket)
  return { ...caller, ticket }
}
