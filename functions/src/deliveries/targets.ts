import type { Delivery } from '@balcao/shared/entities/delivery.ts'
import type { DeliveryRow } from '../data/automation/delivery.ts'
import { INTEGRATIONS, openSecret } from '../data/automation/queue-integration.ts'
import { WEBHOOK_SECRET, WEBHOOKS } from '../data/automation/webhook.ts'
import { planOf } from '../data/company/company.ts'
import { getRow } from '../data/table/small-list.ts'
import { unseal } from '../integrations/sealed.ts'
import { heldUntil, noteArrival, noteFailure } from './circuit.ts'

/** Where a delivery goes. */
export type Address = { url: string; secret: string }

type Target = {
  /** Undefined when it is gone, switched off, or not in the plan any more: what waits for it is given up. */
  addressOf: (companyId: string, targetId: string) => Promise<Address | undefined>
  /** Until when (epoch ms) what is due there has to wait, since it is down; undefined where it may be tried. */
  heldUntil?: (companyId: string, targetId: string, now: number) => Promise<number | undefined>
  /** What becomes known of the address as a whole by a try. */
  tried?: (row: DeliveryRow, hasArrived: boolean) => Promise<void>
  /** What its answer (2xx) leads to, where it leads to anything. */
  answered?: (row: DeliveryRow, body: string) => Promise<void>
}

/** What has an address, by the word for it. One more is a line here. */
export const TARGETS: Partial<Record<Delivery['target'], Target>> = {
  webhook: { addressOf: webhookAddress, heldUntil, tried: noteTry },
  // What it answers here is late: a person has the ticket.
  integration: { addressOf: integrationAddress },
}

async function webhookAddress(companyId: string, webhookId: string): Promise<Address | undefined> {
  const [row, plan] = await Promise.all([getRow(companyId, WEBHOOKS, webhookId, true), planOf(companyId)])
  const secret = row && unseal(companyId, WEBHOOK_SECRET, row.secret)
  return row?.active && secret && plan.useExternalApi ? { url: row.url, secret } : undefined
}

async function noteTry({ companyId, targetId }: DeliveryRow, hasArrived: boolean): Promise<void> {
  if (!hasArrived) return noteFailure(companyId, targetId, Date.now())
  const row = await getRow(companyId, WEBHOOKS, targetId, true)
  if (row) await noteArrival(companyId, row)
}

async function integrationAddress(companyId: string, integrationId: string): Promise<Address | undefined> {
  const [row, plan] = await Promise.all([getRow(companyId, INTEGRATIONS, integrationId, true), planOf(companyId)])
  const secret = row && openSecret(companyId, 'secret', row)
  return secret && plan.useIntegrations ? { url: row.urlN8N, secret } : undefined
}
