import { WEBHOOKS } from '../../../data/automation/webhook.ts'
import { requireAddress } from '../../../integrations/outgoing/require-address.ts'
import { probeNow } from '../../../webhook-deliveries/circuit.ts'
import { rowOperations } from '../../small-list.ts'
import type { Operations } from '../operations.ts'

const { update } = rowOperations(WEBHOOKS, 'webhooks')

/** Updates a webhook and ends its pause, so that a corrected address is used at once. */
export const updateWebhook: Operations['webhooks']['update'] = async (ctx, call) => {
  if (call.body.url !== undefined) requireAddress(call.body.url)
  const row = await update(ctx, call)
  await probeNow(ctx.companyId, row.id, Date.now())
  return row
}
