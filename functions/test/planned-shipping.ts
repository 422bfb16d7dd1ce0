import { newId } from '@balcao/shared/ids.ts'
import type { CampaignRow } from '../src/data/campaigns/campaign.ts'
import { type ShippingRow, shippingKey } from '../src/data/campaigns/shipping.ts'

/** A contact of a campaign as it is planned, at a place in the order: each has a number of its own. */
export function plannedShipping({ companyId, id }: Pick<CampaignRow, 'companyId' | 'id'>, n: number): ShippingRow {
  const number = `55119${String(50_000_000 + n)}`
  return {
    companyId,
    campaignId: id,
    key: shippingKey({ number, lid: null }),
    version: 1,
    id: newId(),
    n,
    name: `Contato ${n}`,
    number,
    itemId: null,
    isValid: true,
    lid: null,
    state: 'waiting',
    reason: null,
    variant: 1,
    confirmationRequestedAt: null,
    confirmedAt: null,
    sentAt: null,
    deliveredAt: null,
    readAt: null,
    answeredAt: null,
    ticketId: null,
    inFlight: null,
    leftAt: 0,
    tries: 0,
    nth: 0,
    shown: [],
    updatedAt: Date.now(),
  }
}
