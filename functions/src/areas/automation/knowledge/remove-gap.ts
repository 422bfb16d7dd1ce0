import { removeGap } from '../../../data/automation/knowledge-question.ts'
import type { Operations } from '../operations.ts'

export const removeKnowledgeGap: Operations['knowledge']['removeGap'] = async ({ companyId }, { params }) => {
  await removeGap(companyId, params.id)
}
