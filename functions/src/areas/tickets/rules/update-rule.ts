import { listeningWrites, RULES } from '../../../data/rules/rule.ts'
import { definedFields } from '../../../data/table/defined-fields.ts'
import { changeRow, requireRow } from '../../../data/table/small-list.ts'
import { publishRow } from '../../../messaging/publish-row.ts'
import type { Operations } from '../operations.ts'
import { requireRuleActions } from './require-rule-actions.ts'
import { requireRuleConditions } from './require-rule-conditions.ts'
import { shownRule } from './shown-rule.ts'

export const updateRule: Operations['rules']['update'] = async (ctx, { params, body }) => {
  const { companyId } = ctx
  const before = await requireRow(companyId, RULES, params.id, true)
  if (body.conditions) await requireRuleConditions(companyId, body.conditions)
  if (body.actions) await requireRuleActions(ctx, body.actions)
  const writes = listeningWrites(companyId, before, { ...before, ...definedFields(body) })
  const row = await shownRule(await changeRow(companyId, RULES, before, body, { writes }), companyId)
  await publishRow(companyId, 'rule', 'update', row)
  return row
}
