/**
 * Answers as an integration. An error of its system hands the ticket off to a person; if it was
 * deleted, the menu has the ticket again.
 */
import type { IntegrationType } from '@balcao/shared/entities/queue-integration.ts'
import { BOT_NOTES, reasonOf } from '@balcao/shared/rules/bot-notes.ts'
import { INTEGRATIONS, type IntegrationRow } from '../../data/automation/queue-integration.ts'
import { planOf } from '../../data/company/company.ts'
import { getRow } from '../../data/table/small-list.ts'
import { logger } from '../../http/logger.ts'
import { IntegrationError } from '../../integrations/integration-error.ts'
import type { BotAnswer, BotRequest, ReplyWith } from '../bot.ts'
import { replyWithDialogflow } from './reply-with-dialogflow.ts'
import { replyWithTypebot } from './reply-with-typebot.ts'
import { replyWithWebhook } from './reply-with-webhook.ts'

const TYPES: Record<IntegrationType, (request: BotRequest, integration: IntegrationRow) => Promise<BotAnswer>> = {
  dialogflow: replyWithDialogflow,
  typebot: replyWithTypebot,
  webhook: replyWithWebhook,
  n8n: replyWithWebhook,
}

export const replyWithIntegration: ReplyWith = async request => {
  const { companyId, id } = request
  const integration = await getRow(companyId, INTEGRATIONS, id, true)
  if (!integration)
    return {
      lines: [],
      handOver: {
        reason: reasonOf('integrationGone'),
        by: { id, name: BOT_NOTES.integrationGone.by.pt },
        toBot: true,
      },
    }
  const { name, type } = integration
  const by = { id, name }
  if (!(await planOf(companyId)).useIntegrations)
    return { lines: [], name, handOver: { reason: reasonOf('integrationPlan'), by } }
  try {
    return { name, ...(await TYPES[type](request, integration)) }
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
