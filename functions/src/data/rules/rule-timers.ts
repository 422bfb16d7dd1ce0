/**
 * Timers of the events that come by themselves: a silence, and a window that is about to close.
 * They are armed with the message that begins them, and only where rules or webhooks listen.
 */
import { WEBHOOK_IDLE_MINUTES } from '@balcao/shared/entities/webhook.ts'
import { messageId } from '@balcao/shared/ids.ts'
import { timeOfPlace } from '@balcao/shared/message-place.ts'
import { idleMinutesOf } from '@balcao/shared/rules/automation/decide-rules.ts'
import { webhooksFor } from '../automation/webhook.ts'
import { hasRules } from '../company/configuration-version.ts'
import type { Write } from '../table/transact.ts'
import { isLive, type TicketRow } from '../tickets/ticket-row.ts'
import { timerWrite } from '../timers/timer.ts'
import { rulesFor } from './rule.ts'
import { ruleDepth } from './rule-event.ts'

const MINUTE_MS = 60_000
/** Time (ms) before the end of a window at which rules are asked. */
const BEFORE_CLOSING_MS = 60 * MINUTE_MS

/** Returns since when (epoch ms) nobody has written in a ticket. */
export const silentSince = ({ last, createdAt }: TicketRow): number => (last ? timeOfPlace(last.place) : createdAt)

/** Returns the silences rules and webhooks ask about, in minutes, the shortest first. */
export async function idleSteps(companyId: string): Promise<number[]> {
  const [rules, webhooks] = await Promise.all([
    rulesFor(companyId, 'ticket.idle'),
    webhooksFor(companyId, 'ticket.idle'),
  ])
  const steps = [...rules.map(idleMinutesOf), ...(webhooks.length > 0 ? [WEBHOOK_IDLE_MINUTES] : [])]
  return [...new Set(steps)].sort((a, b) => a - b)
}

/** Returns whether rules or webhooks listen to an event that comes by itself. */
const isHeard = async (companyId: string, event: 'ticket.idle' | 'window.closing'): Promise<boolean> =>
  (await hasRules(companyId, event)) || (await webhooksFor(companyId, event)).length > 0

/**
 * Returns the timer of a silence. One behind a message of a rule is a part of that rule's chain: a
 * rule that writes after each silence would go on for ever.
 */
export function idleWrite({ companyId, id: ticketId }: TicketRow, since: number, minutes: number): Write {
  const depth = ruleDepth()
  const dueAt = since + minutes * MINUTE_MS
  return timerWrite({
    ...{ type: 'idleTicket', companyId, ticketId, since, minutes },
    ...(depth > 0 ? { depth } : {}),
    dueAt,
  })
}

/** Returns the timers that a change of a ticket arms; `hasMessage`: somebody wrote in it. */
export async function ruleTimerWrites(
  before: TicketRow | undefined,
  after: TicketRow,
  hasMessage: boolean,
): Promise<Write[]> {
  const { companyId, id: ticketId, windowUntil } = after
  if (!isLive(after.status)) return []
  const writes: Write[] = []
  // What is automatic ends no silence in which somebody has spoken.
  const begins = hasMessage && (!before || silentSince(before) !== silentSince(after))
  if (begins && (await isHeard(companyId, 'ticket.idle'))) {
    const [first] = await idleSteps(companyId)
    if (first !== undefined) writes.push(idleWrite(after, silentSince(after), first))
  }
  if (windowUntil && windowUntil !== before?.windowUntil && (await isHeard(companyId, 'window.closing'))) {
    const dueAt = windowUntil - BEFORE_CLOSING_MS
    writes.push(timerWrite({ type: 'windowClosing', companyId, ticketId, until: windowUntil, dueAt }))
  }
  return writes
}

/** Returns the id of an event that comes by itself: the same whenever its timer fires. */
export const timedEventId = (ticketId: string, about: string, at: number): Promise<string> =>
  messageId(ticketId, about, at)
