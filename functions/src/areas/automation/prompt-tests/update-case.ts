import { isDeepStrictEqual } from 'node:util'
import { changeCase, requireCase, showCase } from '../../../data/automation/prompt-case.ts'
import { definedFields } from '../../../data/table/defined-fields.ts'
import type { Operations } from '../operations.ts'
import { requirePrompt } from './require-prompt.ts'

/** Changes a case. Other messages have other answers, so they take its mark away. */
export const updateCase: Operations['promptCases']['update'] = async (ctx, { params: { id, caseId }, body }) => {
  await requirePrompt(ctx, id)
  const before = await requireCase(ctx.companyId, id, caseId)
  const isOther = body.messages !== undefined && !isDeepStrictEqual(body.messages, before.messages)
  return showCase(await changeCase(before, { ...definedFields(body), ...(isOther ? { mark: null } : {}) }))
}
