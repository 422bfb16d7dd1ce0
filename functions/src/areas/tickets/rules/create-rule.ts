import { AppError } from '@balcao/shared/errors.ts'
import { listeningWrites, MAX_RULES, RULES, type RuleRow } from '../../../data/rules/rule.ts'
import { createRow, everyRow, newRow } from '../../../data/table/small-list.ts'
import { publishRow } from '../../../messaging/publish-row.ts'
import type { Operations } from '../operations.ts'
import { requireRuleActions } from './require-rule-actions.ts'
import { requireRuleConditions } from './require-rule-conditions.ts'
import { shownRule } from './shown-rule.ts'

export const createRule: Operations['rules']['create'] = async (ctx, { body }) => {
  const { companyId } = ctx
  await requireRuleConditions(companyId, body.conditions)
  await requireRuleActions(ctx, body.actions)
  if ((await everyRow(companyId, RULES, { consistent: true })).length >= MAX_RULES) throw new AppError('ERR_RULE_LIMIT')
  const row = newRow<RuleRow>(body)
  await createRow(companyId, RULES, row, { writes: listeningWrites(companyId, undefined, row) })
  const shown = await shownRule(row, companyId)
  await publishRow(companyId, 'rule', 'create', shown)
  return shown
}
