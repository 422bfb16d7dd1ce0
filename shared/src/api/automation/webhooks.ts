import { z } from 'zod'
import { IdParams } from '../../api-contract/fields.ts'
import { route } from '../../api-contract/route.ts'
import { rowLists, rowRoutes } from '../../api-contract/row-routes.ts'
import { WEBHOOK_EVENTS, Webhook, WebhookEvent } from '../../entities/webhook.ts'
import { WebhookDelivery } from '../../entities/webhook-delivery.ts'

const rights = { read: 'admin', change: 'admin', plan: 'useExternalApi' } as const

/** Webhook with the secret that signs its events, which is shown here and never again. */
const WithSecret = Webhook.extend({ secret: z.string() })

const rows = rowRoutes({
  ...rights,
  path: '/webhooks',
  one: 'a webhook',
  audit: 'webhook',
  row: Webhook,
  fields: {
    name: z.string().trim().min(2).max(50),
    url: z.url().max(2048),
    events: z.array(WebhookEvent).min(1).max(WEBHOOK_EVENTS.length),
    active: z.boolean().default(true),
  },
  missing: 'ERR_NO_WEBHOOK_FOUND',
  refusals: ['ERR_WEBHOOK_NAME_ALREADY_EXISTS', 'ERR_OUTGOING_URL'],
})

/** Webhooks of the company (signed events, attempted over a day). */
export const webhooks = {
  ...rowLists({ ...rights, path: '/webhooks', field: 'webhooks', row: Webhook }),
  ...rows,
  create: route({
    ...rows.create,
    summary: 'Create a webhook; its secret is shown here and never again',
    response: WithSecret,
    errors: [...rows.create.errors, 'ERR_WEBHOOK_LIMIT'],
  }),
  /** Replaces the secret; waiting events are signed with the new one. */
  replaceSecret: route({
    method: 'POST',
    path: '/webhooks/{id}/secret',
    summary: 'Replace the secret of a webhook; the one before signs nothing any more',
    access: 'admin',
    audit: 'webhook.replaceSecret',
    plan: 'useExternalApi',
    params: IdParams,
    response: WithSecret,
    status: 201,
    errors: ['ERR_NO_WEBHOOK_FOUND', 'ERR_CONFLICT'],
  }),
  test: route({
    method: 'POST',
    path: '/webhooks/{id}/test',
    summary: 'Send a test event (`ping`) to a webhook, in the background',
    access: 'admin',
    plan: 'useExternalApi',
    params: IdParams,
    response: WebhookDelivery,
    status: 202,
    errors: ['ERR_NO_WEBHOOK_FOUND'],
  }),
}
