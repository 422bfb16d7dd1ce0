import type { Rule } from '@balcao/shared/entities/rule.ts'
import { actionNames } from '../../../actions/action-names.ts'
import type { RuleRow } from '../../../data/rules/rule.ts'

/** Returns a rule as it is shown: with the names of what its actions are about. */
export async function shownRule(row: RuleRow, companyId: string): Promise<Rule> {
  return { ...row, actions: await Promise.all(row.actions.map(actionNames(companyId))) }
}
