import { PROMPTS, showPrompt } from '../../../data/automation/prompt.ts'
import {
  keepVersion,
  liveRow,
  liveVersion,
  requireVersion,
  takeVersion,
  VERSION_REFUSALS,
} from '../../../data/automation/prompt-version.ts'
import { STORES } from '../../../data/catalog/store.ts'
import { changeRow, requireRow } from '../../../data/table/small-list.ts'
import { publishRow } from '../../../messaging/publish-row.ts'
import type { Operations } from '../operations.ts'
import { requirePrompt } from './require-prompt.ts'

/** Makes a version live; the one that was is kept beside it, in the same transaction. */
export const publishVersion: Operations['promptVersions']['publish'] = async (ctx, { params: { id, versionId } }) => {
  const { companyId } = ctx
  const prompt = await requirePrompt(ctx, id)
  if (versionId === liveVersion(prompt).id) return showPrompt(prompt, companyId)
  const chosen = await requireVersion(companyId, prompt, versionId)
  const { configuration, companyId: _, promptId, ...version } = chosen
  // Its store may have been deleted since.
  if (configuration.storeId !== null) await requireRow(companyId, STORES, configuration.storeId)
  const kept = await keepVersion(liveRow(companyId, prompt), versionId)
  const published = await changeRow(
    companyId,
    PROMPTS,
    prompt,
    { ...configuration, version, lastVersion: prompt.lastVersion ?? 1 },
    { writes: [takeVersion(chosen), ...kept], refusals: VERSION_REFUSALS },
  )
  const row = await showPrompt(published, companyId)
  await publishRow(companyId, 'prompt', 'update', row)
  return row
}
