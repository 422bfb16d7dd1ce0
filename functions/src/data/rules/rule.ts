import type { Action } from '@balcao/shared/entities/macro.ts'
import type { Rule } from '@balcao/shared/entities/rule.ts'
import type { RuleEvent } from '@balcao/shared/entities/rule-event.ts'
import { inOrder } from '@balcao/shared/rules/automation/decide-rules.ts'
import { configurationVersion, countRules, hasRules } from '../company/configuration-version.ts'
import { normalizeName } from '../table/normalize.ts'
import { cacheFor } from '../table/short-cache.ts'
import { everyRow, type SmallList } from '../table/small-list.ts'
import type { Write } from '../table/transact.ts'

/** Maximum number of rules per company: an event reads all of them. */
export const MAX_RULES = 500

/** Rule as stored: the names of what its actions are about are added when it is shown. */
export type RuleRow = Omit<Rule, 'actions'> & { actions: Action[] }

export const RULES: SmallList<RuleRow> = {
  kind: 'rule',
  missing: 'ERR_NO_RULE_FOUND',
  text: rule => rule.name,
  unique: rule => ({ ruleName: normalizeName(rule.name) }),
  taken: { ruleName: 'ERR_RULE_NAME_ALREADY_EXISTS' },
}

/** Time (ms) for which rules are cached; the cache holds for one version of the configuration. */
const LIFETIME_MS = 5000

const active = cacheFor<RuleRow[]>(LIFETIME_MS)

/** Returns the active rules of an event, in the order in which they act. */
export async function rulesFor(companyId: string, event: RuleEvent): Promise<RuleRow[]> {
  if (!(await hasRules(companyId, event))) return []
  const version = await configurationVersion(companyId)
  const rules = await active.get(`${companyId}#${version}`, async () =>
    inOrder((await everyRow(companyId, RULES, { consistent: true })).filter(rule => rule.active)),
  )
  return rules.filter(rule => rule.event === event)
}

type Counted = Pick<RuleRow, 'event' | 'active'>

/**
 * Returns the write, if there is any, that keeps count of the active rules of each event when one
 * is created, changed or deleted: for the transaction that does it.
 */
export function listeningWrites(companyId: string, before: Counted | undefined, after: Counted | undefined): Write[] {
  const from = before?.active ? before.event : undefined
  const to = after?.active ? after.event : undefined
  if (from === to) return []
  return [countRules(companyId, { ...(from && { [from]: -1 }), ...(to && { [to]: 1 }) })]
}
