import type { WebhookDelivery } from '@balcao/shared/entities/webhook-delivery.ts'
import { INTEGRATIONS, openSecret } from '../data/automation/queue-integration.ts'
import { WEBHOOK_SECRET, WEBHOOKS } from '../data/automation/webhook.ts'
import type { WebhookDeliveryRow } from '../data/automation/webhook-delivery.ts'
import { planOf } from '../data/company/company.ts'
import { getRow } from '../data/table/small-list.ts'
import { unseal } from '../integrations/sealed.ts'
import { heldUntil, noteArrival, noteFailure } from './circuit.ts'

/** Address of a delivery. */
export type Address = { url: string; secret: string }

type Target = {
  /**
   * Returns the address; undefined when its row was deleted, it is switched off, or no longer in
   * the plan: its waiting deliveries are given up.
   */
  addressOf: (companyId: string, targetId: string) => Promise<Address | undefined>
  /**
   * Returns until when (epoch ms) due deliveries must wait, since the address is down; undefined
   * when it may be attempted.
   */
  heldUntil?: (companyId: string, targetId: string, now: number) => Promise<number | undefined>
  /** Records an attempt's outcome for the address as a whole. */
  attempted?: (row: WebhookDeliveryRow, hasArrived: boolean) => Promise<void>
  /** Handles a 2xx answer, where it has an effect. */
  answered?: (row: WebhookDeliveryRow, body: string) => Promise<void>
}

/** Kinds of targets by their name. Another kind is a line here. */
export const TARGETS: Partial<Record<WebhookDelivery['target'], Target>> = {
  webhook: { addressOf: webhookAddress, heldUntil, attempted: recordWebhookAttempt },
  // Its answer is too late here: a person has the ticket.
  integration: { addressOf: integrationAddress },
}

async function webhookAddress(companyId: string, webhookId: string): Promise<Address | undefined> {
  const [row, plan] = await Promise.all([getRow(companyId, WEBHOOKS, webhookId, true), planOf(companyId)])
  const secret = row && unseal(companyId, WEBHOOK_SECRET, row.secret)
  return row?.active && secret && plan.useExternalApi ? { url: row.url, secret } : undefined
}

async function recordWebhookAttempt({ companyId, targetId }: WebhookDeliveryRow, hasArrived: boolean): Promise<void> {
  if (!hasArrived) return noteFailure(companyId, targetId, Date.now())
  const row = await getRow(companyId, WEBHOOKS, targetId, true)
  if (row) await noteArrival(companyId, row)
}

async function integrationAddress(companyId: string, integrationId: string): Promise<Address | undefined> {
  const [row, plan] = await Promise.all([getRow(companyId, INTEGRATIONS, integrationId, true), planOf(companyId)])
  const secret = row && openSecret(companyId, 'secret', row)
  return secret && plan.useIntegrations ? { url: row.urlN8N, secret } : undefined
}
