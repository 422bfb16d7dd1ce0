import { AppError } from '@balcao/shared/errors.ts'
import { changeTicket } from '../../../data/tickets/ticket.ts'
import { toWireTicket } from '../../../data/tickets/wire.ts'
import { timerWrite } from '../../../data/timers/timer.ts'
import { publishTicket } from '../../../messaging/publish-ticket.ts'
import { visibleTicket } from '../caller.ts'
import type { Operations } from '../operations.ts'
import { requireOwn } from '../own-ticket.ts'

const FURTHEST_MS = 366 * 86_400_000

/**
 * Snoozes a ticket. The timer that wakes it is armed in the same transaction, so that neither is
 * without the other.
 */
export const snoozeTicket: Operations['tickets']['snooze'] = async (ctx, { params, body }) => {
  const { companyId } = ctx
  const until = Date.parse(body.until)
  const wait = until - Date.now()
  if (wait <= 0 || wait > FURTHEST_MS) throw new AppError('ERR_SNOOZE_TIME')
  const caller = await visibleTicket(ctx, params.id)
  const { before, ticket } = await changeTicket(companyId, caller.ticket, now => {
    if (now.status !== 'open') throw new AppError('ERR_TICKET_STATUS')
    requireOwn(caller, now)
    if (now.snoozedUntil === until) return undefined
    return {
      set: { snoozedUntil: until, wokeAt: null },
      extra: [timerWrite({ type: 'wakeTicket', companyId, ticketId: now.id, until, dueAt: until })],
      touch: false,
    }
  })
  if (ticket !== before) await publishTicket(ticket, before)
  return toWireTicket(ticket)
}
