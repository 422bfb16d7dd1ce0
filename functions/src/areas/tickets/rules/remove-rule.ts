import { listeningWrites, RULES } from '../../../data/rules/rule.ts'
import { deleteRow, getRow } from '../../../data/table/small-list.ts'
import { publishRowDeleted } from '../../../messaging/publish-row.ts'
import type { Operations } from '../operations.ts'

export const removeRule: Operations['rules']['remove'] = async ({ companyId, audit }, { params: { id } }) => {
  const row = await getRow(companyId, RULES, id, true)
  if (!row || !(await deleteRow(companyId, RULES, row, { writes: listeningWrites(companyId, row, undefined) }))) return
  audit({ name: row.name })
  await publishRowDeleted(companyId, 'rule', id)
}
