import { AppError } from '@balcao/shared/errors.ts'
import { CUSTOM_FIELDS } from '../../../data/fields/custom-field.ts'
import { changeRow, requireRow } from '../../../data/table/small-list.ts'
import { publishRow } from '../../../messaging/publish-row.ts'
import type { Operations } from '../operations.ts'
import { requireChoices } from './require-choices.ts'

/**
 * Changes a field. A row keeps a choice that is no longer offered until somebody chooses another
 * one.
 */
export const updateField: Operations['fields']['update'] = async ({ companyId }, { params, body }) => {
  const before = await requireRow(companyId, CUSTOM_FIELDS, params.id, true)
  const { on = before.on, type = before.type, choices = before.choices } = body
  if (on !== before.on || type !== before.type) throw new AppError('ERR_FIELD_TYPE_FIXED')
  requireChoices({ type, choices })
  const row = await changeRow(companyId, CUSTOM_FIELDS, before, body)
  await publishRow(companyId, 'field', 'update', row)
  return row
}
