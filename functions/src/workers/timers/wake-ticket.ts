import { AppError } from '@balcao/shared/errors.ts'
import type { Timer } from '@balcao/shared/events/queues.ts'
import { changeTicket } from '../../data/tickets/ticket.ts'
import { isSnoozed } from '../../data/tickets/ticket-row.ts'
import { publishTicket } from '../../messaging/publish-ticket.ts'

/**
 * Returns a snoozed ticket to the top of its list, unread and with a mark. Does nothing for one
 * that was snoozed to another time, woken, moved or closed since.
 */
export async function wakeTicket(timer: Extract<Timer, { type: 'wakeTicket' }>, now: number): Promise<void> {
  try {
    const { before, ticket } = await changeTicket(timer.companyId, timer.ticketId, row =>
      isSnoozed(row) && row.snoozedUntil === timer.until
        ? { set: { snoozedUntil: null, wokeAt: now, unreadMessages: Math.max(1, row.unreadMessages) } }
        : undefined,
    )
    if (ticket !== before) await publishTicket(ticket, before)
  } catch (error) {
    // The ticket was deleted meanwhile.
    if (!(error instanceof AppError && error.code === 'ERR_NO_TICKET_FOUND')) throw error
  }
}
