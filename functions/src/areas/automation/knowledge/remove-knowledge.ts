import { removeStored } from '../../../bots/knowledge/stored-passages.ts'
import { deleteDocument, KNOWLEDGE } from '../../../data/automation/knowledge.ts'
import { getRow } from '../../../data/table/small-list.ts'
import { publishRowDeleted } from '../../../messaging/publish-row.ts'
import type { Operations } from '../operations.ts'

/**
 * Deletes a document with its passages. From the row's deletion on nobody finds them; objects that
 * a cut-off call leaves are removed by the next call for the same document.
 */
export const removeKnowledge: Operations['knowledge']['remove'] = async ({ companyId, audit }, { params: { id } }) => {
  const row = await getRow(companyId, KNOWLEDGE, id, true)
  if (row && (await deleteDocument(companyId, row))) {
    audit({ name: row.name })
    await publishRowDeleted(companyId, 'knowledge', id)
  }
  if (row?.status !== 'reading') await removeStored(companyId, id)
}
