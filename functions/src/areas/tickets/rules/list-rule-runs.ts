import type { RuleRun } from '@balcao/shared/entities/rule.ts'
import { timeOfId } from '@balcao/shared/ids.ts'
import { judgeRule } from '@balcao/shared/rules/automation/decide-rules.ts'
import { RULES } from '../../../data/rules/rule.ts'
import { lastRuleEvents, lastRuns, MAX_LOGGED } from '../../../data/rules/rule-run.ts'
import { requireRow } from '../../../data/table/small-list.ts'
import { reasonsOf } from '../../../rules/run-rules.ts'
import type { Operations } from '../operations.ts'

/**
 * Lists the last events a rule acted on or was asked about, newest first. Why it did not act
 * is judged anew from the facts of the event, so by its conditions of now; events from
 * before its last change are left out. A rule that is switched off shows only those it acted on.
 */
export const listRuleRuns: Operations['rules']['runs'] = async ({ companyId }, { params }) => {
  const rule = await requireRow(companyId, RULES, params.id)
  const [acted, asked] = await Promise.all([
    lastRuns(companyId, rule.id),
    // One that is switched off is not asked about the events of others.
    rule.active ? lastRuleEvents(companyId, rule.event) : [],
  ])
  const known = new Set(acted.map(({ eventId }) => eventId))
  const runs: RuleRun[] = [
    ...acted.map(({ eventId, ticketId, contactName, reason, because, results }) => ({
      id: eventId,
      ...{ ticketId, contactName, acted: reason === undefined, reason: reason ?? null, because },
      results: results ?? [],
      createdAt: new Date(timeOfId(eventId)).toISOString(),
    })),
    ...asked.flatMap(({ eventId, ticketId, facts }) => {
      const at = timeOfId(eventId)
      if (known.has(eventId) || at < Date.parse(rule.updatedAt)) return []
      const verdict = judgeRule(rule, facts)
      if (verdict.matches) return []
      const why = { acted: false, reason: 'conditions' as const, because: reasonsOf(verdict.because), results: [] }
      return [
        { id: eventId, ticketId, contactName: facts.contactName ?? '', ...why, createdAt: new Date(at).toISOString() },
      ]
    }),
  ]
  return { runs: runs.sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, MAX_LOGGED) }
}
