import { sendAgain, wireDelivery } from '../../../data/automation/delivery.ts'
import { probeNow } from '../../../deliveries/circuit.ts'
import { enqueueDelivery } from '../../../messaging/enqueue.ts'
import { publish } from '../../../realtime/publish.ts'
import type { Operations } from '../operations.ts'

export const sendDeliveryAgain: Operations['deliveries']['sendAgain'] = async ({ companyId }, { params }) => {
  const row = await sendAgain(companyId, params.id, Date.now())
  if (row.target === 'webhook') await probeNow(companyId, row.targetId, Date.now())
  const delivery = wireDelivery(row)
  await enqueueDelivery({ companyId, deliveryId: params.id })
  await publish(companyId, 'delivery', { action: 'update', delivery })
  return delivery
}
