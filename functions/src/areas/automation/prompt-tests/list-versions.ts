import { liveRow, pageOfVersions, showVersion } from '../../../data/automation/prompt-version.ts'
import type { Operations } from '../operations.ts'
import { requirePrompt } from './require-prompt.ts'

export const listVersions: Operations['promptVersions']['list'] = async (ctx, { params: { id }, query }) => {
  const prompt = await requirePrompt(ctx, id)
  const { rows, hasMore, nextCursor } = await pageOfVersions(ctx.companyId, id, query)
  return {
    live: showVersion(liveRow(ctx.companyId, prompt), true),
    versions: rows.map(row => showVersion(row, false)),
    hasMore,
    nextCursor,
  }
}
