import type { Webhook, WebhookEvent } from '@balcao/shared/entities/webhook.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { planOf } from '../company/company.ts'
import { configurationVersion, mayHaveWebhooks, noteWebhooks } from '../company/configuration-version.ts'
import { withListLock } from '../table/list-lock.ts'
import { normalizeName } from '../table/normalize.ts'
import { cacheFor } from '../table/short-cache.ts'
import { createRow, everyRow, newRow, requireRow, type SmallList, type SmallRow } from '../table/small-list.ts'

/**
 * Webhook as stored: `secret` is sealed, `failures` are the consecutive ones
 * (webhook-deliveries/circuit.ts).
 */
export type WebhookRow = Webhook & { secret: string; failures: number }

/** Name under which the secret is sealed. */
export const WEBHOOK_SECRET = 'webhook.secret'

/**
 * Maximum number of webhooks per company: each event writes a row for each of them, in its own
 * transaction.
 */
const MAX_WEBHOOKS = 5

export const WEBHOOKS: SmallList<WebhookRow> = {
  kind: 'webhook',
  missing: 'ERR_NO_WEBHOOK_FOUND',
  text: row => row.name,
  unique: row => ({ webhookName: normalizeName(row.name) }),
  taken: { webhookName: 'ERR_WEBHOOK_NAME_ALREADY_EXISTS' },
  read: row => ({ ...row, failures: row.failures ?? 0, down: row.down ?? null }),
}

/** Creates a webhook. Throws ERR_WEBHOOK_NAME_ALREADY_EXISTS, ERR_WEBHOOK_LIMIT. */
export function addWebhook(companyId: string, given: Omit<WebhookRow, keyof SmallRow>): Promise<WebhookRow> {
  const row = newRow<WebhookRow>(given)
  return withListLock(companyId, 'webhook', async lock => {
    const webhooks = await everyRow(companyId, WEBHOOKS, { consistent: true })
    if (webhooks.length >= MAX_WEBHOOKS) throw new AppError('ERR_WEBHOOK_LIMIT')
    return createRow(companyId, WEBHOOKS, row, { writes: [noteWebhooks(companyId, true), lock] })
  })
}

/**
 * Lifetime (ms) of cached webhooks: every ticket and message needs them, and they change rarely.
 * The cache holds for one version of the company's configuration.
 */
const LIFETIME_MS = 5000

const listening = cacheFor<WebhookRow[]>(LIFETIME_MS)

/**
 * Returns the company's webhooks that subscribe to an event; none while its plan has no public API.
 * Reads only the configuration's version where the company never had a webhook.
 */
export async function webhooksFor(companyId: string, event: WebhookEvent): Promise<WebhookRow[]> {
  if (!(await mayHaveWebhooks(companyId))) return []
  const version = await configurationVersion(companyId)
  const active = await listening.get(`${companyId}#${version}`, async () => {
    const rows = (await everyRow(companyId, WEBHOOKS, { consistent: true })).filter(row => row.active)
    if (rows.length === 0) return rows
    // Nothing is delivered for a deleted company.
    const plan = await planOf(companyId).catch(() => undefined)
    return plan?.useExternalApi ? rows : []
  })
  return active.filter(({ events }) => events.includes(event))
}

/**
 * Returns a webhook that is switched on. Throws ERR_NO_WEBHOOK_FOUND, and ERR_PLAN_FEATURE in a
 * plan without the public API.
 */
export async function requireActiveWebhook(companyId: string, id: string): Promise<WebhookRow> {
  const [row, plan] = await Promise.all([requireRow(companyId, WEBHOOKS, id), planOf(companyId)])
  if (!plan.useExternalApi) throw new AppError('ERR_PLAN_FEATURE')
  if (!row.active) throw new AppError('ERR_NO_WEBHOOK_FOUND')
  return row
}
