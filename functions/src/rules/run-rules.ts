import type { RuleReason } from '@balcao/shared/entities/rule.ts'
import { type CheckedCondition, idleMinutesOf, judgeRule } from '@balcao/shared/rules/automation/decide-rules.ts'
import { rulesFor } from '../data/rules/rule.ts'
import type { RuleTimer } from '../data/rules/rule-event.ts'
import { keepRuleEvent } from '../data/rules/rule-run.ts'
import { getTicket } from '../data/tickets/ticket.ts'
import { factsOf } from './facts-of.ts'
import { runRule } from './run-rule.ts'

/** Returns conditions as they are logged. */
export const reasonsOf = (because: readonly CheckedCondition[]): RuleReason[] =>
  because.map(({ actual, ...condition }) => ({
    ...condition,
    actual: Array.isArray(actual) ? actual.join(', ') : actual === null ? null : String(actual),
  }))

/**
 * Asks the company's rules about an event, one after the other: each sees the ticket as the one
 * before left it, and acts at most once, however often this is called.
 */
export async function runRules(timer: RuleTimer): Promise<void> {
  const { companyId, eventId, event, ticketId, depth } = timer
  // Of rules about a silence those of its length: a longer one is another event.
  const rules = (await rulesFor(companyId, event)).filter(
    rule => timer.minutes === undefined || idleMinutesOf(rule) === timer.minutes,
  )
  if (rules.length === 0) return
  let ticket = await getTicket(companyId, ticketId, true)
  if (!ticket) return
  let facts = await factsOf(ticket, timer, Date.now())
  await keepRuleEvent(companyId, { event, eventId, ticketId, facts })
  for (const rule of rules) {
    const verdict = judgeRule(rule, facts)
    if (!verdict.matches) continue
    await runRule(rule, { ticket, eventId, depth, because: reasonsOf(verdict.because) })
    ticket = await getTicket(companyId, ticketId, true)
    if (!ticket) return
    facts = await factsOf(ticket, timer, Date.now())
  }
}
