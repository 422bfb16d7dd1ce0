import type { Webhook, WebhookEvent } from '@balcao/shared/entities/webhook.ts'
import { planOf } from '../company/company.ts'
import { configurationVersion } from '../company/configuration-version.ts'
import { foldName } from '../table/fold.ts'
import { remember } from '../table/remember.ts'
import { everyRow, type SmallList } from '../table/small-list.ts'

/** A webhook as the table has it: `secret` is sealed, `failures` are those in a row (deliveries/circuit.ts). */
export type WebhookRow = Webhook & { secret: string; failures: number }

/** Where its secret opens. */
export const WEBHOOK_SECRET = 'webhook.secret'

/** So many may a company have: each event is a row for each of them, in the transaction of what it tells. */
export const MOST_WEBHOOKS = 5

export const WEBHOOKS: SmallList<WebhookRow> = {
  kind: 'webhook',
  missing: 'ERR_NO_WEBHOOK_FOUND',
  text: row => row.name,
  unique: row => ({ webhookName: foldName(row.name) }),
  taken: { webhookName: 'ERR_WEBHOOK_NAME_ALREADY_EXISTS' },
  read: row => ({ ...row, failures: row.failures ?? 0, down: row.down ?? null }),
}

/** Every ticket and message asks, and people change them rarely: what is known holds for its version of the configuration. */
const LIFETIME_MS = 5000

const listening = remember<WebhookRow[]>(LIFETIME_MS)

/** The company's webhooks that are to hear of an event; none while its plan has no public API. */
export async function webhooksFor(companyId: string, event: WebhookEvent): Promise<WebhookRow[]> {
  const version = await configurationVersion(companyId)
  const active = await listening.get(`${companyId}#${version}`, async () => {
    const rows = (await everyRow(companyId, WEBHOOKS, { consistent: true })).filter(row => row.active)
    if (rows.length === 0) return rows
    // Of a company that is gone nothing is told.
    const plan = await planOf(companyId).catch(() => undefined)
    return plan?.useExternalApi ? rows : []
  })
  return active.filter(({ events }) => events.includes(event))
}
