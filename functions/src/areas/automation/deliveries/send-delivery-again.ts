import { sendAgain, wireWebhookDelivery } from '../../../data/automation/webhook-delivery.ts'
import { enqueueWebhookDelivery } from '../../../messaging/enqueue.ts'
import { publish } from '../../../realtime/publish.ts'
import { probeNow } from '../../../webhook-deliveries/circuit.ts'
import type { Operations } from '../operations.ts'

export const sendDeliveryAgain: Operations['deliveries']['sendAgain'] = async ({ companyId }, { params }) => {
  const row = await sendAgain(companyId, params.id, Date.now())
  if (row.target === 'webhook') await probeNow(companyId, row.targetId, Date.now())
  const delivery = wireWebhookDelivery(row)
  await enqueueWebhookDelivery({ companyId, deliveryId: params.id })
  await publish(companyId, 'delivery', { action: 'update', delivery })
  return delivery
}
