import { metaWebhook } from './meta-webhook.ts'

export const whatsappWebhook = metaWebhook(
  '/webhook/whatsapp',
  'What Meta tells of cloud numbers: messages, statuses, the state of numbers, accounts and templates',
)
