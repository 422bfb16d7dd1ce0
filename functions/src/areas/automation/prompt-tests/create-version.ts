import { PromptConfiguration } from '@balcao/shared/entities/prompt-test.ts'
import { PROMPTS } from '../../../data/automation/prompt.ts'
import { keepVersion, nextVersion, showVersion } from '../../../data/automation/prompt-version.ts'
import { STORES } from '../../../data/catalog/store.ts'
import { definedFields } from '../../../data/table/defined-fields.ts'
import { changeRow, requireRow } from '../../../data/table/small-list.ts'
import type { Operations } from '../operations.ts'
import { authorOf, requirePrompt } from './require-prompt.ts'

/** Keeps a version that is not live; what it does not name is as in the live one. */
export const createVersion: Operations['promptVersions']['create'] = async (ctx, { params: { id }, body }) => {
  const { companyId } = ctx
  const [prompt, author] = await Promise.all([requirePrompt(ctx, id), authorOf(ctx)])
  const { note, tools, ...fields } = body
  const configuration = PromptConfiguration.parse({
    ...prompt,
    ...definedFields(fields),
    tools: { ...prompt.tools, ...tools },
  })
  if (configuration.storeId !== null) await requireRow(companyId, STORES, configuration.storeId)
  const version = nextVersion(prompt, author, note)
  const row = { ...version, companyId, promptId: id, configuration }
  // The agent's row gives out the numbers.
  await changeRow(companyId, PROMPTS, prompt, { lastVersion: version.number }, { writes: await keepVersion(row) })
  ctx.audit({ name: `${prompt.name} (${version.number})` })
  return showVersion(row, false)
}
