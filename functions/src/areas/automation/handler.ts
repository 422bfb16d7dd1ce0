import { automation } from '@balcao/shared/api/index.ts'
import { KNOWLEDGE, showKnowledge } from '../../data/automation/knowledge.ts'
import { PROMPTS, showPrompt } from '../../data/automation/prompt.ts'
import { INTEGRATIONS, showIntegration } from '../../data/automation/queue-integration.ts'
import { WEBHOOKS } from '../../data/automation/webhook.ts'
import { areaHandler } from '../../http/area-handler.ts'
import { rowOperations } from '../small-list.ts'
import { getAiPrices } from './ai/get-ai-prices.ts'
import { getAiSettings } from './ai/get-ai-settings.ts'
import { listAiUse } from './ai/list-ai-use.ts'
import { saveAiPrices } from './ai/save-ai-prices.ts'
import { saveAiSettings } from './ai/save-ai-settings.ts'
import { actAsCopilot } from './copilot/act.ts'
import { listDeliveries } from './deliveries/list-deliveries.ts'
import { sendDeliveryAgain } from './deliveries/send-delivery-again.ts'
import { getExternalContact } from './external/get-contact.ts'
import { getExternalOrder } from './external/get-order.ts'
import { getExternalTicket } from './external/get-ticket.ts'
import { listExternalMessages } from './external/list-messages.ts'
import { beginEmbedding } from './knowledge/begin-embedding.ts'
import { createKnowledge } from './knowledge/create-knowledge.ts'
import { listGaps } from './knowledge/list-gaps.ts'
import { listQuestions } from './knowledge/list-questions.ts'
import { prepareKnowledge } from './knowledge/prepare-knowledge.ts'
import { removeKnowledgeGap } from './knowledge/remove-gap.ts'
import { removeKnowledge } from './knowledge/remove-knowledge.ts'
import { searchKnowledgeFor } from './knowledge/search-knowledge.ts'
import { createCase } from './prompt-tests/create-case.ts'
import { createCaseFromTicket } from './prompt-tests/create-case-from-ticket.ts'
import { createRun } from './prompt-tests/create-run.ts'
import { createVersion } from './prompt-tests/create-version.ts'
import { getResults } from './prompt-tests/get-results.ts'
import { getRun } from './prompt-tests/get-run.ts'
import { listCases } from './prompt-tests/list-cases.ts'
import { listRuns } from './prompt-tests/list-runs.ts'
import { listVersions } from './prompt-tests/list-versions.ts'
import { markCase } from './prompt-tests/mark-case.ts'
import { publishVersion } from './prompt-tests/publish-version.ts'
import { removeCase } from './prompt-tests/remove-case.ts'
import { updateCase } from './prompt-tests/update-case.ts'
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
import { createWebhook } from './webhooks/create-webhook.ts'
import { replaceWebhookSecret } from './webhooks/replace-webhook-secret.ts'
import { testWebhook } from './webhooks/test-webhook.ts'
import { updateWebhook } from './webhooks/update-webhook.ts'

const documents = rowOperations(KNOWLEDGE, 'knowledge', showKnowledge)
const hooks = rowOperations(WEBHOOKS, 'webhooks')

export const handler = areaHandler(automation, {
  prompts: {
    ...rowOperations(PROMPTS, 'prompts', showPrompt),
    create: createPrompt,
    update: updatePrompt,
    remove: removePrompt,
    usage: getUsage,
    attempt: attemptPrompt,
  },
  promptVersions: { list: listVersions, create: createVersion, publish: publishVersion },
  promptCases: {
    list: listCases,
    create: createCase,
    fromTicket: createCaseFromTicket,
    update: updateCase,
    mark: markCase,
    remove: removeCase,
  },
  promptRuns: { list: listRuns, create: createRun, get: getRun, results: getResults },
  aiPrices: { get: getAiPrices, save: saveAiPrices },
  aiSettings: { get: getAiSettings, save: saveAiSettings },
  aiUse: { days: listAiUse },
  copilot: { act: actAsCopilot },
  knowledge: {
    list: documents.list,
    get: documents.get,
    create: createKnowledge,
    remove: removeKnowledge,
    uploads: prepareKnowledge,
    search: searchKnowledgeFor,
    embed: beginEmbedding,
    questions: listQuestions,
    gaps: listGaps,
    removeGap: removeKnowledgeGap,
  },
  queueIntegration: {
    ...rowOperations(INTEGRATIONS, 'queueIntegrations', showIntegration),
    create: createIntegration,
    update: updateIntegration,
    remove: removeIntegration,
    replaceSecret: replaceIntegrationSecret,
    testSession,
  },
  webhooks: {
    list: hooks.list,
    listAll: hooks.listAll,
    get: hooks.get,
    create: createWebhook,
    update: updateWebhook,
    remove: hooks.remove,
    replaceSecret: replaceWebhookSecret,
    test: testWebhook,
  },
  external: {
    contact: getExternalContact,
    ticket: getExternalTicket,
    messages: listExternalMessages,
    order: getExternalOrder,
  },
  deliveries: { list: listDeliveries, sendAgain: sendDeliveryAgain },
})
