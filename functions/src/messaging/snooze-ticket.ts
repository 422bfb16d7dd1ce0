import { MAX_SNOOZE_MS } from '@balcao/shared/entities/ticket.ts'
import { AppError } from '@balcao/shared/errors.ts'
import type { Write } from '../data/table/transact.ts'
import { type Changed, changeTicket } from '../data/tickets/ticket.ts'
import { assertActs } from '../data/tickets/ticket-list.ts'
import { isSnoozed, type TicketRow } from '../data/tickets/ticket-row.ts'
import { timerWrite } from '../data/timers/timer.ts'
import { publishTicket } from './publish-ticket.ts'
import { requireSeen } from './require-seen.ts'
import type { Mover } from './transition-ticket.ts'

/** Throws ERR_SNOOZE_TIME for a time (epoch ms) that is past, or more than a year ahead. */
export function assertSnoozeTime(until: number): void {
  const wait = until - Date.now()
  if (!(wait > 0 && wait <= MAX_SNOOZE_MS)) throw new AppError('ERR_SNOOZE_TIME')
}

/**
 * Snoozes a ticket until a time (epoch ms), and publishes it, if its contact has not written since
 * a message (`requireSeen`). The timer that wakes it is armed in
 * the same transaction, so that neither is without the other; so is `also`.
 * @throws ERR_SNOOZE_TIME, ERR_TICKET_STATUS, ERR_TICKET_NEW_MESSAGE, ERR_NO_PERMISSION,
 * ERR_NO_TICKET_FOUND
 */
export async function snoozeTicket(
  { viewer }: Pick<Mover, 'viewer'>,
  seen: TicketRow,
  { until, seenContactMessage }: { until: number; seenContactMessage?: string | undefined },
  also: (before: TicketRow) => readonly Write[] = () => [],
): Promise<Changed> {
  const { companyId } = seen
  assertSnoozeTime(until)
  const changed = await changeTicket(companyId, seen, now => {
    if (now.status !== 'open') throw new AppError('ERR_TICKET_STATUS')
    if (viewer) assertActs(viewer, now)
    if (now.snoozedUntil === until) return undefined
    requireSeen(now, seenContactMessage)
    return {
      set: { snoozedUntil: until, wokeAt: null },
      extra: [timerWrite({ type: 'wakeTicket', companyId, ticketId: now.id, until, dueAt: until }), ...also(now)],
      touch: false,
    }
  })
  if (changed.ticket !== changed.before) await publishTicket(changed.ticket, changed.before)
  return changed
}

/**
 * Wakes a ticket early, without the mark of a woken one, and publishes it. Its timer then finds
 * nothing to do.
 * @throws ERR_NO_PERMISSION, ERR_NO_TICKET_FOUND
 */
export async function wakeTicket(
  { viewer }: Pick<Mover, 'viewer'>,
  seen: TicketRow,
  also: (before: TicketRow) => readonly Write[] = () => [],
): Promise<Changed> {
  const changed = await changeTicket(seen.companyId, seen, now => {
    if (viewer) assertActs(viewer, now)
    return isSnoozed(now) ? { set: { snoozedUntil: null }, extra: also(now), touch: false } : undefined
  })
  if (changed.ticket !== changed.before) await publishTicket(changed.ticket, changed.before)
  return changed
}
