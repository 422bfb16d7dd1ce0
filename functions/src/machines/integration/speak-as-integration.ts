/**
 * Answers as an integration. An error of its system hands the ticket off to a person; if it was
 * deleted, the menu has the ticket again.
 */
import type { IntegrationType } from '@balcao/shared/entities/queue-integration.ts'
import { MACHINE_NOTES, reasonOf } from '@balcao/shared/rules/machine-notes.ts'
import { INTEGRATIONS, type IntegrationRow } from '../../data/automation/queue-integration.ts'
import { planOf } from '../../data/company/company.ts'
import { getRow } from '../../data/table/small-list.ts'
import { logger } from '../../http/logger.ts'
import { IntegrationError } from '../../integrations/integration-error.ts'
import type { Answer, Asked, Speak } from '../machine.ts'
import { speakAsDialogflow } from './speak-as-dialogflow.ts'
import { speakAsTypebot } from './speak-as-typebot.ts'
import { speakAsWebhook } from './speak-as-webhook.ts'

const TYPES: Record<IntegrationType, (asked: Asked, integration: IntegrationRow) => Promise<Answer>> = {
  dialogflow: speakAsDialogflow,
  typebot: speakAsTypebot,
  webhook: speakAsWebhook,
  n8n: speakAsWebhook,
}

export const speakAsIntegration: Speak = async asked => {
  const { companyId, id } = asked
  const integration = await getRow(companyId, INTEGRATIONS, id, true)
  if (!integration)
    return {
      lines: [],
      handOver: {
        reason: reasonOf('integrationGone'),
        by: { id, name: MACHINE_NOTES.integrationGone.by.pt },
        toBot: true,
      },
    }
  const { name, type } = integration
  const by = { id, name }
  if (!(await planOf(companyId)).useIntegrations)
    return { lines: [], name, handOver: { reason: reasonOf('integrationPlan'), by } }
  try {
    return { name, ...(await TYPES[type](asked, integration)) }
  } catch (error) {
    if (!(error instanceof IntegrationError)) throw error
    logger.warn('an integration could not answer', { companyId, integrationId: id, type, reason: error.code })
    return {
      lines: [],
      name,
      state: null,
      handOver: { reason: reasonOf('integrationFailed', { error: error.code }), by },
    }
  }
}
