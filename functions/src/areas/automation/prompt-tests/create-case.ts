import { createCase as create, showCase } from '../../../data/automation/prompt-case.ts'
import type { Operations } from '../operations.ts'
import { requirePrompt } from './require-prompt.ts'

export const createCase: Operations['promptCases']['create'] = async (ctx, { params: { id }, body }) => {
  await requirePrompt(ctx, id)
  return showCase(await create(ctx.companyId, id, body))
}
