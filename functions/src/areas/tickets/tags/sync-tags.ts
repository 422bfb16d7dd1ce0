import { setTags } from '../../../data/tickets/ticket-tags.ts'
import { toWireTicket } from '../../../data/tickets/wire.ts'
import { publishTicket } from '../../../messaging/publish-ticket.ts'
import { visibleTicket } from '../caller.ts'
import type { Operations } from '../operations.ts'

/** Replaces a ticket's tags by these. */
export const syncTags: Operations['tags']['sync'] = async (ctx, { body }) => {
  const { ticket: seen, viewer } = await visibleTicket(ctx, body.ticketId)
  const { ticket } = await setTags(ctx.companyId, viewer, seen, body.tags)
  if (ticket !== seen) await publishTicket(ticket, seen)
  return toWireTicket(ticket)
}
