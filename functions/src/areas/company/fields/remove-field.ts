import { countFields } from '../../../data/company/configuration-version.ts'
import { CUSTOM_FIELDS } from '../../../data/fields/custom-field.ts'
import { deleteRow, getRow } from '../../../data/table/small-list.ts'
import { enqueueJob } from '../../../messaging/enqueue.ts'
import { publishRowDeleted } from '../../../messaging/publish-row.ts'
import type { Operations } from '../operations.ts'

/**
 * Deletes a field. Its values are no longer shown at once, and leave their rows with the next
 * change of these; a job removes the index by its choices.
 */
export const removeField: Operations['fields']['remove'] = async ({ companyId, audit }, { params: { id } }) => {
  const row = await getRow(companyId, CUSTOM_FIELDS, id, true)
  if (!row || !(await deleteRow(companyId, CUSTOM_FIELDS, row, { writes: [countFields(companyId, row.on, -1)] })))
    return
  audit({ name: row.name })
  await enqueueJob({ type: 'removeFieldLinks', companyId, fieldId: id })
  await publishRowDeleted(companyId, 'field', id)
}
