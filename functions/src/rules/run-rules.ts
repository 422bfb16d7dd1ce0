import { fieldIdOf, type Rule, type RuleReason } from '@balcao/shared/entities/rule.ts'
import {
  type CheckedCondition,
  idleMinutesOf,
  judgeRule,
  type RuleFacts,
} from '@balcao/shared/rules/automation/decide-rules.ts'
import { rulesFor } from '../data/rules/rule.ts'
import type { RuleTimer } from '../data/rules/rule-event.ts'
import { endRuleEvent, getRuleEvent, getRun, keepRuleEvent } from '../data/rules/rule-run.ts'
import { getTicket } from '../data/tickets/ticket.ts'
import { factsOf } from './facts-of.ts'
import { runRule } from './run-rule.ts'

/** Returns conditions as they are logged. */
export const reasonsOf = (because: readonly CheckedCondition[]): RuleReason[] =>
  because.map(({ actual, ...condition }) => ({
    ...condition,
    actual: Array.isArray(actual) ? actual.join(', ') : actual === null ? null : String(actual),
  }))

/** Returns the ids of the custom fields that rules look at. */
export const fieldsIn = (rules: readonly Pick<Rule, 'conditions'>[]): string[] => [
  ...new Set(rules.flatMap(({ conditions }) => conditions.flatMap(({ field }) => fieldIdOf(field) ?? []))),
]

/** Returns whether a condition looks at the tags of the contact itself. */
export const looksAtContactTags = (rules: readonly Pick<Rule, 'conditions'>[]): boolean =>
  rules.some(({ conditions }) => conditions.some(({ field }) => field === 'contactTag'))

/**
 * Asks the company's rules about an event, one after the other: each sees the ticket as the one
 * before left it, and acts at most once, however often this is called. Every event comes a second
 * time, by its timer: a rule that did not act is not asked again about a ticket that changed since.
 */
export async function runRules(timer: RuleTimer): Promise<void> {
  const { companyId, eventId, event, ticketId, depth } = timer
  // Of rules about a silence those of its length: a longer one is another event.
  const rules = (await rulesFor(companyId, event)).filter(
    rule => timer.minutes === undefined || idleMinutesOf(rule) === timer.minutes,
  )
  if (rules.length === 0) return
  const known = await getRuleEvent(companyId, event, eventId)
  if (known?.done) return
  const asked = { fieldIds: fieldsIn(rules), contactTags: looksAtContactTags(rules) }
  const look = async () => {
    const ticket = await getTicket(companyId, ticketId, true)
    return ticket && { ticket, facts: await factsOf(ticket, { ...timer, ...asked }, Date.now()) }
  }
  let seen = await look()
  if (!seen) return
  // A call that died in between: its rules up to the last one that acted were asked already.
  const runs = known ? await Promise.all(rules.map(({ id }) => getRun(companyId, id, eventId))) : []
  const last = runs.findLastIndex(run => run !== undefined)
  if (!known) await keepRuleEvent(companyId, { event, eventId, ticketId, facts: seen.facts })
  for (const [i, rule] of rules.entries()) {
    const run = runs[i]
    if (i <= last && !run) continue
    seen ??= await look()
    if (!seen) return
    const because = run?.because ?? becauseOf(rule, seen.facts)
    if (!because) continue
    await runRule(rule, { ticket: seen.ticket, eventId, depth, because })
    seen = undefined
  }
  await endRuleEvent(companyId, event, eventId)
}

/** Returns why a rule acts; undefined if it does not. */
function becauseOf(rule: Parameters<typeof judgeRule>[0], facts: RuleFacts): RuleReason[] | undefined {
  const verdict = judgeRule(rule, facts)
  return verdict.matches ? reasonsOf(verdict.because) : undefined
}
