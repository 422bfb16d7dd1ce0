import { listeningWrites, RULES } from '../../../data/rules/rule.ts'
import { deleteRow, getRow } from '../../../data/table/small-list.ts'
import { enqueueJob } from '../../../messaging/enqueue.ts'
import { publishRowDeleted } from '../../../messaging/publish-row.ts'
import type { Operations } from '../operations.ts'

/** Deletes a rule; a job removes its log. */
export const removeRule: Operations['rules']['remove'] = async ({ companyId, audit }, { params: { id } }) => {
  const row = await getRow(companyId, RULES, id, true)
  if (!row || !(await deleteRow(companyId, RULES, row, { writes: listeningWrites(companyId, row, undefined) }))) return
  audit({ name: row.name })
  await enqueueJob({ type: 'removeRuleLog', companyId, ruleId: id })
  await publishRowDeleted(companyId, 'rule', id)
}
