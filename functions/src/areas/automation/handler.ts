import { automation } from '@balcao/shared/api/index.ts'
import { PROMPTS, showPrompt } from '../../data/automation/prompt.ts'
import { INTEGRATIONS, showIntegration } from '../../data/automation/queue-integration.ts'
import { areaHandler } from '../../http/area-handler.ts'
import { rowOperations } from '../small-list.ts'
import { attemptPrompt } from './prompts/attempt-prompt.ts'
import { createPrompt } from './prompts/create-prompt.ts'
import { getUsage } from './prompts/get-usage.ts'
import { removePrompt } from './prompts/remove-prompt.ts'
import { updatePrompt } from './prompts/update-prompt.ts'
import { createIntegration } from './queue-integration/create-integration.ts'
import { removeIntegration } from './queue-integration/remove-integration.ts'
import { replaceIntegrationSecret } from './queue-integration/replace-integration-secret.ts'
import { testSession } from './queue-integration/test-session.ts'
import { updateIntegration } from './queue-integration/update-integration.ts'

export const handler = areaHandler(automation, {
  prompts: {
    ...rowOperations(PROMPTS, 'prompts', showPrompt),
    create: createPrompt,
    update: updatePrompt,
    remove: removePrompt,
    usage: getUsage,
    attempt: attemptPrompt,
  },
  queueIntegration: {
    ...rowOperations(INTEGRATIONS, 'queueIntegrations', showIntegration),
    create: createIntegration,
    update: updateIntegration,
    remove: removeIntegration,
    replaceSecret: replaceIntegrationSecret,
    testSession,
  },
})
