import { changeTicket } from '../../../data/tickets/ticket.ts'
import { isSnoozed } from '../../../data/tickets/ticket-row.ts'
import { toWireTicket } from '../../../data/tickets/wire.ts'
import { publishTicket } from '../../../messaging/publish-ticket.ts'
import { visibleTicket } from '../caller.ts'
import type { Operations } from '../operations.ts'
import { requireOwn } from '../own-ticket.ts'

/**
 * Wakes a ticket early, by hand, without the mark of a woken one. Its timer then finds nothing to
 * do.
 */
export const wakeTicket: Operations['tickets']['wake'] = async (ctx, { params }) => {
  const caller = await visibleTicket(ctx, params.id)
  const { before, ticket } = await changeTicket(ctx.companyId, caller.ticket, now => {
    requireOwn(caller, now)
    return isSnoozed(now) ? { set: { snoozedUntil: null }, touch: false } : undefined
  })
  if (ticket !== before) await publishTicket(ticket, before)
  return toWireTicket(ticket)
}
