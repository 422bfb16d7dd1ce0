import { randomBytes } from 'node:crypto'
import { AppError } from '@balcao/shared/errors.ts'
import {
  forgetWebhooks,
  MOST_WEBHOOKS,
  WEBHOOK_SECRET,
  WEBHOOKS,
  type WebhookRow,
} from '../../../data/automation/webhook.ts'
import { createRow, everyRow, newRow } from '../../../data/table/small-list.ts'
import { requireAddress } from '../../../integrations/outgoing/require-address.ts'
import { seal } from '../../../integrations/sealed.ts'
import { tellRow } from '../../../messaging/tell-row.ts'
import type { Operations } from '../operations.ts'

/** What its events are signed by: 256 bits, of a form that is told from other secrets. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64url')}`

export const createWebhook: Operations['webhooks']['create'] = async ({ companyId }, { body }) => {
  requireAddress(body.url)
  if ((await everyRow(companyId, WEBHOOKS, { consistent: true })).length >= MOST_WEBHOOKS)
    throw new AppError('ERR_WEBHOOK_LIMIT')
  const secret = newSecret()
  const given = { ...body, events: [...new Set(body.events)], secret: seal(companyId, WEBHOOK_SECRET, secret) }
  const row = await createRow(companyId, WEBHOOKS, newRow<WebhookRow>(given))
  forgetWebhooks(companyId)
  await tellRow(companyId, 'webhook', 'create', row)
  return { ...row, secret }
}
