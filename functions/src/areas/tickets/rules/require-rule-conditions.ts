import type { CustomField } from '@balcao/shared/entities/custom-field.ts'
import { FIELD_FACTS, fieldIdOf, OPERATORS_OF, type RuleCondition } from '@balcao/shared/entities/rule.ts'
import { AppError, type FieldProblem, type Problem } from '@balcao/shared/errors.ts'
import { checkFieldValue } from '@balcao/shared/rules/custom-fields/check-field-value.ts'
import { CUSTOM_FIELDS } from '../../../data/fields/custom-field.ts'
import { everyRow } from '../../../data/table/small-list.ts'

/**
 * Requires that conditions on custom fields name one of the company, and compare it as its type can
 * be. Reads nothing without such conditions.
 * @throws ERR_NO_FIELD_FOUND, ERR_VALIDATION
 */
export async function requireRuleConditions(companyId: string, conditions: readonly RuleCondition[]): Promise<void> {
  const own = conditions.flatMap((condition, at) => {
    const id = fieldIdOf(condition.field)
    return id === undefined ? [] : [{ id, condition, at }]
  })
  if (own.length === 0) return
  const fields = await everyRow(companyId, CUSTOM_FIELDS, { consistent: true })
  const details = own.flatMap(({ id, condition, at }): FieldProblem[] => {
    const field = fields.find(each => each.id === id)
    if (!field) throw new AppError('ERR_NO_FIELD_FOUND')
    const values = OPERATORS_OF[FIELD_FACTS[field.type]]
    if (!values.includes(condition.operator))
      return [{ path: `conditions.${at}.operator`, code: 'invalid_option', values }]
    const problem = problemOf(field, condition)
    return problem ? [{ path: `conditions.${at}.value`, ...problem }] : []
  })
  if (details.length > 0) throw new AppError('ERR_VALIDATION', { details })
}

/** Returns what is wrong with the value of a condition; a part of a text or a link is fine. */
function problemOf(field: CustomField, { value }: RuleCondition): Problem | undefined {
  if (field.type === 'text' || field.type === 'link') return undefined
  if (field.type === 'boolean')
    return value === 'true' || value === 'false' ? undefined : { code: 'invalid_option', values: ['true', 'false'] }
  const checked = checkFieldValue(field, value)
  return 'problem' in checked ? checked.problem : undefined
}
