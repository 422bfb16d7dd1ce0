import { automation } from '@balcao/shared/api/index.ts'
import { PROMPTS, showPrompt } from '../../data/automation/prompt.ts'
import { areaHandler } from '../../http/area-handler.ts'
import { rowOperations } from '../small-list.ts'
import { attemptPrompt } from './prompts/attempt-prompt.ts'
import { createPrompt } from './prompts/create-prompt.ts'
import { getUsage } from './prompts/get-usage.ts'
import { removePrompt } from './prompts/remove-prompt.ts'
import { updatePrompt } from './prompts/update-prompt.ts'

export const handler = areaHandler(automation, {
  prompts: {
    ...rowOperations(PROMPTS, 'prompts', showPrompt),
    create: createPrompt,
    update: updatePrompt,
    remove: removePrompt,
    usage: getUsage,
    attempt: attemptPrompt,
  },
})
