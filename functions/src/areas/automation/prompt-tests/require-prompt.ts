import { PROMPTS, type PromptRow } from '../../../data/automation/prompt.ts'
import { requireRow } from '../../../data/table/small-list.ts'
import { requireUser } from '../../../data/team/user.ts'
import type { UserContext } from '../../../http/context.ts'

/** Returns the agent of a call, as it is now. Throws ERR_NO_PROMPT_FOUND. */
export const requirePrompt = ({ companyId }: UserContext, id: string): Promise<PromptRow> =>
  requireRow(companyId, PROMPTS, id, true)

/** Returns the caller, as the author of what is made. */
export async function authorOf({ companyId, actor }: UserContext) {
  const { id, name } = await requireUser(companyId, actor.userId)
  return { id, name }
}
