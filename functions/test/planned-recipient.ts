import { newId } from '@balcao/shared/ids.ts'
import type { CampaignRow } from '../src/data/campaigns/campaign.ts'
import { newRecipient, type RecipientRow } from '../src/data/campaigns/campaign-recipient.ts'

/**
 * A contact of a campaign as it is planned, at a place in the order: each has a number of its own.
 */
export function plannedRecipient({ companyId, id }: Pick<CampaignRow, 'companyId' | 'id'>, n: number): RecipientRow {
  const number = `55119${String(50_000_000 + n)}`
  return newRecipient({
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
