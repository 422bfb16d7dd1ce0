import { AppError } from '@balcao/shared/errors.ts'
import { MOST_WEBHOOKS, WEBHOOK_SECRET, WEBHOOKS, type WebhookRow } from '../../../data/automation/webhook.ts'
import { createRow, everyRow, newRow } from '../../../data/table/small-list.ts'
import { newSigningSecret } from '../../../deliveries/signature.ts'
import { requireAddress } from '../../../integrations/outgoing/require-address.ts'
import { seal } from '../../../integrations/sealed.ts'
import { tellRow } from '../../../messaging/tell-row.ts'
import type { Operations } from '../operations.ts'

export const createWebhook: Operations['webhooks']['create'] = async ({ companyId }, { body }) => {
  requireAddress(body.url)
  if ((await everyRow(companyId, WEBHOOKS, { consistent: true })).length >= MOST_WEBHOOKS)
    throw new AppError('ERR_WEBHOOK_LIMIT')
  const secret = newSigningSecret('whsec')
  const events = [...new Set(body.events)]
  const given = { ...body, events, secret: seal(companyId, WEBHOOK_SECRET, secret), failures: 0, down: null }
  const row = await createRow(companyId, WEBHOOKS, newRow<WebhookRow>(given))
  await tellRow(companyId, 'webhook', 'create', row)
  return { ...row, secret }
}
