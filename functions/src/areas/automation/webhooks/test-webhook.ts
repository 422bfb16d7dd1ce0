import { newDelivery, wireDelivery } from '../../../data/automation/delivery.ts'
import { WEBHOOKS } from '../../../data/automation/webhook.ts'
import { eventBody } from '../../../data/automation/webhook-event.ts'
import { requireRow } from '../../../data/table/small-list.ts'
import { transact } from '../../../data/table/transact.ts'
import { probeNow } from '../../../deliveries/circuit.ts'
import { publish } from '../../../realtime/publish.ts'
import type { Operations } from '../operations.ts'

/** Sends a test event by the way of any other; its entry in the log shows the outcome. */
export const testWebhook: Operations['webhooks']['test'] = async ({ companyId }, { params }) => {
  const { id, name } = await requireRow(companyId, WEBHOOKS, params.id)
  const body = eventBody('ping', { name })
  const { row, writes } = newDelivery(companyId, { target: 'webhook', targetId: id, event: 'ping', body })
  await probeNow(companyId, id, Date.now())
  await transact(writes)
  const delivery = wireDelivery(row)
  await publish(companyId, 'delivery', { action: 'create', delivery })
  return delivery
}
