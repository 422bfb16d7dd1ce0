import { WEBHOOK_SECRET, WEBHOOKS } from '../../../data/automation/webhook.ts'
import { changeRow, requireRow } from '../../../data/table/small-list.ts'
import { seal } from '../../../integrations/sealed.ts'
import { publishRow } from '../../../messaging/publish-row.ts'
import { newSigningSecret } from '../../../webhook-deliveries/signature.ts'
import { refuseSupport } from '../../account/refuse-support.ts'
import type { Operations } from '../operations.ts'

export const replaceWebhookSecret: Operations['webhooks']['replaceSecret'] = async (
  { companyId, actor },
  { params },
) => {
  refuseSupport(actor)
  const before = await requireRow(companyId, WEBHOOKS, params.id, true)
  const secret = newSigningSecret('whsec')
  const row = await changeRow(companyId, WEBHOOKS, before, { secret: seal(companyId, WEBHOOK_SECRET, secret) })
  await publishRow(companyId, 'webhook', 'update', row)
  return { ...row, secret }
}
