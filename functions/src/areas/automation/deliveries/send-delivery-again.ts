import { sendAgain, wireDelivery } from '../../../data/automation/delivery.ts'
import { enqueueDelivery } from '../../../messaging/enqueue.ts'
import { publish } from '../../../realtime/publish.ts'
import type { Operations } from '../operations.ts'

export const sendDeliveryAgain: Operations['deliveries']['sendAgain'] = async ({ companyId }, { params }) => {
  const delivery = wireDelivery(await sendAgain(companyId, params.id, Date.now()))
  await enqueueDelivery({ companyId, deliveryId: params.id })
  await publish(companyId, 'delivery', { action: 'update', delivery })
  return delivery
}
