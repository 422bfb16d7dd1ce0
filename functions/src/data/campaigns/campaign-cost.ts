/**
 * Billed messages of a campaign, counted by country and category when their status states a price.
 */
import { PriceCategory } from '@balcao/shared/events/queues.ts'
import type { MessageCount } from '@balcao/shared/rules/message-cost.ts'
import { z } from 'zod'
import { defineRow } from '../table/define-row.ts'
import { update, type Write } from '../table/transact.ts'

/** Beside the campaign's other figures, with which they are deleted. */
const COSTS = defineRow({
  kind: 'campaignCost',
  key: { pk: '${companyId}#shipping-counts#${campaignId}', sk: 'cost#${country}#${category}' },
  content: z.object({
    companyId: z.string(),
    campaignId: z.string(),
    country: z.string(),
    category: PriceCategory,
    count: z.number(),
  }),
})

/** Returns the write, labelled `campaignCost`, that counts a billed message. */
export const countCampaignCost = (
  companyId: string,
  campaignId: string,
  { country, category }: Omit<MessageCount, 'count'>,
): Write => update('campaignCost', COSTS.upsert({ companyId, campaignId, country, category }, { add: { count: 1 } }))

/** Returns the counts of a campaign. Costs half a read unit. */
export async function campaignCostsOf(companyId: string, campaignId: string): Promise<MessageCount[]> {
  const rows = await COSTS.every(COSTS.query({ companyId, campaignId }, { begins: 'cost#' }))
  return rows.map(({ country, category, count }) => ({ country, category, count }))
}
