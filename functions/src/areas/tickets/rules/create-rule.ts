import { AppError } from '@balcao/shared/errors.ts'
import { listeningWrites, MAX_RULES, RULES, type RuleRow } from '../../../data/rules/rule.ts'
import { withListLock } from '../../../data/table/list-lock.ts'
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
  const row = newRow<RuleRow>(body)
  await withListLock(companyId, 'rule', async lock => {
    const rules = await everyRow(companyId, RULES, { consistent: true })
    if (rules.length >= MAX_RULES) throw new AppError('ERR_RULE_LIMIT')
    await createRow(companyId, RULES, row, { writes: [...listeningWrites(companyId, undefined, row), lock] })
  })
  const shown = await shownRule(row, companyId)
  await publishRow(companyId, 'rule', 'create', shown)
  return shown
}
