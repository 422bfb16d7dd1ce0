import { AppError } from '@balcao/shared/errors.ts'
import { liveTicketsOfContacts } from '../../data/tickets/contact-access.ts'
import { assertSees, seesAll } from '../../data/tickets/ticket-list.ts'
import type { TicketRow } from '../../data/tickets/ticket-row.ts'
import type { UserContext } from '../../http/context.ts'
import { type Caller, callerOf } from './caller.ts'

export type ContactCaller = Caller & {
  /** The contact's live tickets, all of them visible to the caller. */
  live: readonly TicketRow[]
}

/**
 * Requires that the caller may see every live ticket of a contact; without one, anybody may.
 * @throws ERR_NO_PERMISSION
 */
export async function requireContactAccess(ctx: UserContext, contactId: string): Promise<ContactCaller> {
  const [caller, live] = await Promise.all([callerOf(ctx), liveTicketsOfContacts(ctx.companyId, [contactId])])
  for (const ticket of live) assertSees(caller.viewer, ticket)
  return { ...caller, live }
}

/**
 * Requires an admin or the holder of every live ticket: with another number the next answer goes to
 * another phone.
 * @throws ERR_NO_PERMISSION
 */
export function requireHolder({ viewer, user, live }: ContactCaller): void {
  if (!seesAll(viewer) && live.some(ticket => ticket.user?.id !== user.id)) throw new AppError('ERR_NO_PERMISSION')
}
