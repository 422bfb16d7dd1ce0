import type { CustomField } from '@balcao/shared/entities/custom-field.ts'
import { countFields } from '../../../data/company/configuration-version.ts'
import { CUSTOM_FIELDS } from '../../../data/fields/custom-field.ts'
import { createRow, newRow } from '../../../data/table/small-list.ts'
import { publishRow } from '../../../messaging/publish-row.ts'
import type { Operations } from '../operations.ts'
import { requireChoices } from './require-choices.ts'

export const createField: Operations['fields']['create'] = async ({ companyId }, { body }) => {
  requireChoices(body)
  const row = await createRow(companyId, CUSTOM_FIELDS, newRow<CustomField>(body), {
    writes: [countFields(companyId, body.on, 1)],
    refusals: { fieldCount: 'ERR_FIELD_LIMIT' },
  })
  await publishRow(companyId, 'field', 'create', row)
  return row
}
