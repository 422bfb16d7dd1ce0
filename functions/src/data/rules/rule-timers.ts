/**
 * Timers of the events that come by themselves: a silence, and a window that is about to close. They
 * are armed with the message that begins them, and only where rules listen.
 */
import { messageId } from '@balcao/shared/ids.ts'
import { idleMinutesOf } from '@balcao/shared/rules/automation/decide-rules.ts'
import { hasRules } from '../company/configuration-version.ts'
import type { Write } from '../table/transact.ts'
import { timeOfPlace } from '../tickets/last-message.ts'
import { isLive, type TicketRow } from '../tickets/ticket-row.ts'
import { timerWrite } from '../timers/timer.ts'
import { rulesFor } from './rule.ts'

const MINUTE_MS = 60_000
/** Time (ms) before the end of a window at which rules are asked. */
const BEFORE_CLOSING_MS = 60 * MINUTE_MS

/** Returns since when (epoch ms) nobody has written in a ticket. */
export const silentSince = ({ last, createdAt }: TicketRow): number => (last ? timeOfPlace(last.place) : createdAt)

/** Returns the silences rules ask about, in minutes, the shortest first. */
export const idleSteps = async (companyId: string): Promise<number[]> =>
  [...new Set((await rulesFor(companyId, 'ticket.idle')).map(idleMinutesOf))].sort((a, b) => a - b)

/** Returns the timer of a silence. */
export const idleWrite = ({ companyId, id: ticketId }: TicketRow, since: number, minutes: number): Write =>
  timerWrite({ type: 'idleTicket', companyId, ticketId, since, minutes, dueAt: since + minutes * MINUTE_MS })

/** Returns the timers that a change of a ticket arms; `hasMessage`: somebody wrote in it. */
export async function ruleTimerWrites(
  before: TicketRow | undefined,
  after: TicketRow,
  hasMessage: boolean,
): Promise<Write[]> {
  const { companyId, id: ticketId, windowUntil } = after
  if (!isLive(after.status)) return []
  const writes: Write[] = []
  if (hasMessage && (await hasRules(companyId, 'ticket.idle'))) {
    const [first] = await idleSteps(companyId)
    if (first !== undefined) writes.push(idleWrite(after, silentSince(after), first))
  }
  if (windowUntil && windowUntil !== before?.windowUntil && (await hasRules(companyId, 'window.closing'))) {
    const dueAt = windowUntil - BEFORE_CLOSING_MS
    writes.push(timerWrite({ type: 'windowClosing', companyId, ticketId, until: windowUntil, dueAt }))
  }
  return writes
}

/** Returns the id of an event that comes by itself: the same whenever its timer fires. */
export const timedEventId = (ticketId: string, about: string, at: number): Promise<string> =>
  messageId(ticketId, about, at)
