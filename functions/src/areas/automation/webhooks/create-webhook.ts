import { addWebhook, WEBHOOK_SECRET } from '../../../data/automation/webhook.ts'
import { requireAddress } from '../../../integrations/outgoing/require-address.ts'
import { seal } from '../../../integrations/sealed.ts'
import { publishRow } from '../../../messaging/publish-row.ts'
import { newSigningSecret } from '../../../webhook-deliveries/signature.ts'
import type { Operations } from '../operations.ts'

export const createWebhook: Operations['webhooks']['create'] = async ({ companyId }, { body }) => {
  requireAddress(body.url)
  const secret = newSigningSecret('whsec')
  const events = [...new Set(body.events)]
  const given = { ...body, events, secret: seal(companyId, WEBHOOK_SECRET, secret), failures: 0, down: null }
  const row = await addWebhook(companyId, given)
  await publishRow(companyId, 'webhook', 'create', row)
  return { ...row, secret }
}
