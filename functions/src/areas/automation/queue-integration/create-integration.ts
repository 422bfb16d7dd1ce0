import {
  INTEGRATIONS,
  type IntegrationRow,
  isDelivered,
  sealSecret,
  showIntegration,
} from '../../../data/automation/queue-integration.ts'
import { createRow, newRow } from '../../../data/table/small-list.ts'
import { publishRow } from '../../../messaging/publish-row.ts'
import { newSigningSecret } from '../../../webhook-deliveries/signature.ts'
import type { Operations } from '../operations.ts'
import { requireReach } from './require-reach.ts'

/**
 * Creates an integration. Its secrets are encrypted before anything else sees them; the one of n8n
 * and webhooks is generated here, and returned only this once.
 */
export const createIntegration: Operations['queueIntegration']['create'] = async ({ companyId }, { body }) => {
  const jsonContent = body.type === 'dialogflow' ? body.jsonContent.trim() : ''
  requireReach({ type: body.type, urlN8N: body.urlN8N, jsonContent })
  const secret = isDelivered(body.type) ? newSigningSecret('insec') : ''
  const row = newRow<IntegrationRow>({
    ...body,
    projectName: body.type === 'dialogflow' ? body.projectName : body.name,
    jsonContent: sealSecret(companyId, 'jsonContent', jsonContent),
    secret: sealSecret(companyId, 'secret', secret),
  })
  const shown = showIntegration(await createRow(companyId, INTEGRATIONS, row))
  await publishRow(companyId, 'queueIntegration', 'create', shown)
  return secret === '' ? shown : { ...shown, secret }
}
