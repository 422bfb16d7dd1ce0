import { newId } from '@balcao/shared/ids.ts'
import type { CampaignRow } from '../src/data/campaigns/campaign.ts'
import { newShipping, type ShippingRow } from '../src/data/campaigns/shipping.ts'

/** A contact of a campaign as it is planned, at a place in the order: each has a number of its own. */
export function plannedShipping({ companyId, id }: Pick<CampaignRow, 'companyId' | 'id'>, n: number): ShippingRow {
  const number = `55119${String(50_000_000 + n)}`
  return newShipping({
    companyId,
    campaignId: id,
    id: newId(),
    n,
    name: `Contato ${n}`,
    number,
    itemId: null,
    isValid: true,
    lid: null,
    variant: 1,
  })
}
