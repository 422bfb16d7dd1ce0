import { deleteCase, getCase } from '../../../data/automation/prompt-case.ts'
import type { Operations } from '../operations.ts'
import { requirePrompt } from './require-prompt.ts'

export const removeCase: Operations['promptCases']['remove'] = async (ctx, { params: { id, caseId } }) => {
  await requirePrompt(ctx, id)
  const row = await getCase(ctx.companyId, id, caseId)
  if (!row) return
  await deleteCase(row)
  ctx.audit({ name: row.name })
}
