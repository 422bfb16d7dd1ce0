import { automation } from '@balcao/shared/api/index.ts'
import { WEBHOOKS } from '../../data/automation/webhook.ts'
import { areaHandler } from '../../http/area-handler.ts'
import { rowOperations } from '../small-list.ts'
import { listDeliveries } from './deliveries/list-deliveries.ts'
import { sendDeliveryAgain } from './deliveries/send-delivery-again.ts'
import { getExternalContact } from './external/get-contact.ts'
import { getExternalOrder } from './external/get-order.ts'
import { getExternalTicket } from './external/get-ticket.ts'
import { listExternalMessages } from './external/list-messages.ts'
import { createWebhook } from './webhooks/create-webhook.ts'
import { replaceWebhookSecret } from './webhooks/replace-webhook-secret.ts'
import { testWebhook } from './webhooks/test-webhook.ts'
import { updateWebhook } from './webhooks/update-webhook.ts'

const hooks = rowOperations(WEBHOOKS, 'webhooks')

export const handler = areaHandler(automation, {
  webhooks: {
    list: hooks.list,
    listAll: hooks.listAll,
    get: hooks.get,
    create: createWebhook,
    update: updateWebhook,
    remove: hooks.remove,
    replaceSecret: replaceWebhookSecret,
    test: testWebhook,
  },
  external: {
    contact: getExternalContact,
    ticket: getExternalTicket,
    messages: listExternalMessages,
    order: getExternalOrder,
  },
  deliveries: { list: listDeliveries, sendAgain: sendDeliveryAgain },
})
