import type { CustomField, FieldOwner } from '@balcao/shared/entities/custom-field.ts'
import { fieldText } from '@balcao/shared/rules/custom-fields/field-text.ts'
import type { Language } from '@balcao/shared/rules/language.ts'
import { fieldsOn } from './custom-field.ts'
import { type StoredFields, shownValue } from './field-values.ts'

/** Custom field as a job keeps it for the columns of its file. */
export type FieldColumn = Pick<CustomField, 'id' | 'name' | 'type'>

/** Returns the columns that the custom fields of a kind of row have in an exported file. */
export const fieldColumns = async (companyId: string, on: FieldOwner): Promise<FieldColumn[]> =>
  (await fieldsOn(companyId, on)).map(({ id, name, type }) => ({ id, name, type }))

type Options = { format: 'csv' | 'xlsx' | undefined; language: Language }

/**
 * Returns the cells of a row's custom fields: a spreadsheet gets
 * numbers as such, days are ISO 8601.
 */
export const fieldCells = (
  columns: readonly FieldColumn[],
  stored: StoredFields = {},
  { format, language }: Options,
): (string | number | null)[] =>
  columns.map(({ id, type }) => {
    const kept = stored[id]
    if (kept === undefined) return null
    const value = shownValue(kept)
    if (type === 'date') return String(value)
    return typeof value === 'number' && format === 'xlsx' ? value : fieldText(type, value, language)
  })
