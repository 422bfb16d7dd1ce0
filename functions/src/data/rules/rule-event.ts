/**
 * Events that rules are asked about. An event is a timer, written in the transaction of what
 * happened and sent to its queue right after: it is asked about if and only if it happened.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { RuleEvent } from '@balcao/shared/entities/rule-event.ts'
import type { GoalKind } from '@balcao/shared/entities/ticket-goal.ts'
import type { Timer } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { config } from '../../config.ts'
import { sendStandard } from '../../integrations/sqs.ts'
import { hasRules } from '../company/configuration-version.ts'
import type { BudgetHead } from '../orders/budget-row.ts'
import type { Write } from '../table/transact.ts'
import type { MessageRow } from '../tickets/message-row.ts'
import { isLive, type TicketRow } from '../tickets/ticket-row.ts'
import { timerWrite } from '../timers/timer.ts'

export type RuleTimer = Extract<Timer, { type: 'runRules' }>

/** Event of a ticket, as rules are asked about it. */
export type Happening = Pick<RuleTimer, 'event' | 'ticketId'> &
  Partial<Pick<RuleTimer, 'eventId' | 'messageId' | 'orderId' | 'tagId' | 'goal' | 'minutes'>>

/** Time (ms) after which an event is asked about if its message did not arrive. */
const OVERDUE_MS = 60_000

const depths = new AsyncLocalStorage<number>()

/** Runs the actions of a rule: what happens by them is an event one deeper than the rule's own. */
export const withRuleDepth = <T>(depth: number, work: () => Promise<T>): Promise<T> => depths.run(depth, work)

/** Returns how many rules have set each other off up to here; 0 outside of rules. */
export const ruleDepth = (): number => depths.getStore() ?? 0

/**
 * Returns the writes of events to which rules of the company listen, for the transaction of what
 * happened.
 */
export async function ruleEventWrites(companyId: string, happenings: readonly Happening[]): Promise<Write[]> {
  const listened = await Promise.all(happenings.map(({ event }) => hasRules(companyId, event)))
  return happenings
    .filter((_, i) => listened[i])
    .map(happening => {
      const depth = ruleDepth()
      const timer: RuleTimer = {
        type: 'runRules',
        companyId,
        eventId: newId(),
        ...happening,
        depth,
        dueAt: Date.now() + OVERDUE_MS,
      }
      return { ...timerWrite(timer), after: () => sendStandard(config().TIMERS_QUEUE_URL, timer) }
    })
}

/**
 * Returns what a change of a ticket, or its creation, and a message
 * that comes with it are to rules.
 */
export function happeningsOf(
  before: TicketRow | undefined,
  after: TicketRow,
  message?: MessageRow | null,
): Happening[] {
  const ticketId = after.id
  const was = before !== undefined && isLive(before.status)
  const is = isLive(after.status)
  const moved = was && is && (before.queue?.id !== after.queue?.id || wasHandedOn(before, after))
  const had = new Set(before?.tags.map(({ id }) => id))
  const events: [RuleEvent, boolean][] = [
    ['ticket.opened', is && !was],
    ['ticket.transferred', moved],
    ['ticket.closed', was && !is],
    ['ticket.rated', after.rating !== null && after.rating !== before?.rating],
  ]
  return [
    ...events.flatMap(([event, happened]) => (happened ? [{ event, ticketId }] : [])),
    ...after.tags.flatMap(({ id }) => (had.has(id) ? [] : [{ event: 'tag.set' as const, ticketId, tagId: id }])),
    ...missed(before, after).map(goal => ({ event: 'goal.breached' as const, ticketId, goal })),
    ...(message && !message.fromMe ? [{ event: 'message.received' as const, ticketId, messageId: message.id }] : []),
  ]
}

/** Returns the kinds of the goals that a change has found missed. */
function missed(before: TicketRow | undefined, after: TicketRow): GoalKind[] {
  const had = new Set(before?.goals?.flatMap(({ kind, breachedAt }) => (breachedAt === null ? [] : [kind])))
  return (after.goals ?? []).flatMap(({ kind, breachedAt }) => (breachedAt === null || had.has(kind) ? [] : [kind]))
}

/** Returns whether a ticket went from one person to another; accepting it is no transfer. */
const wasHandedOn = (before: TicketRow, after: TicketRow): boolean =>
  before.user !== null && after.user !== null && before.user.id !== after.user.id

/**
 * Returns the writes by which rules are asked about an order, for its transaction; none for an
 * order without a conversation, in which nothing could be done.
 */
export const orderEventWrites = async (
  event: 'order.created' | 'order.status',
  { companyId, id, ticketId }: Pick<BudgetHead, 'companyId' | 'id' | 'ticketId'>,
): Promise<Write[]> => (ticketId ? ruleEventWrites(companyId, [{ event, ticketId, orderId: id }]) : [])
