import { WEBHOOKS } from '../../../data/automation/webhook.ts'
import { newWebhookDelivery, wireWebhookDelivery } from '../../../data/automation/webhook-delivery.ts'
import { eventBody } from '../../../data/automation/webhook-event.ts'
import { requireRow } from '../../../data/table/small-list.ts'
import { transact } from '../../../data/table/transact.ts'
import { publish } from '../../../realtime/publish.ts'
import { probeNow } from '../../../webhook-deliveries/circuit.ts'
import type { Operations } from '../operations.ts'

/** Sends a test event by the way of any other; its entry in the log shows the outcome. */
export const testWebhook: Operations['webhooks']['test'] = async ({ companyId }, { params }) => {
  const { id, name } = await requireRow(companyId, WEBHOOKS, params.id)
  const body = eventBody('ping', { name })
  const { row, writes } = newWebhookDelivery(companyId, { target: 'webhook', targetId: id, event: 'ping', body })
  await probeNow(companyId, id, Date.now())
  await transact(writes)
  const delivery = wireWebhookDelivery(row)
  await publish(companyId, 'delivery', { action: 'create', delivery })
  return delivery
}
