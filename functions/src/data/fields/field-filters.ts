import type { FieldFilters, FieldOwner } from '@balcao/shared/entities/custom-field.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { fieldAmong, fieldsOn } from './custom-field.ts'
import type { FieldFilter } from './field-values.ts'

/**
 * Returns the filters of a list that a call asks for. Costs a read of the company's fields.
 * @throws ERR_NO_FIELD_FOUND; ERR_FIELD_NOT_FILTERABLE for a field whose values no index finds
 */
export async function fieldFilters(companyId: string, on: FieldOwner, wanted: FieldFilters): Promise<FieldFilter[]> {
  const ids = Object.keys(wanted)
  if (ids.length === 0) return []
  const fields = await fieldsOn(companyId, on)
  return ids.map(fieldId => {
    const { type } = fieldAmong(fields, fieldId)
    if (type !== 'choice' && type !== 'boolean') throw new AppError('ERR_FIELD_NOT_FILTERABLE')
    return { fieldId, value: String(wanted[fieldId]) }
  })
}
