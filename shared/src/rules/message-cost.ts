import type { CampaignCost } from '../entities/campaign.ts'
import type { MessagePrices } from '../entities/message-cost.ts'
import type { PriceCategory } from '../events/queues.ts'
import { priceOf } from './message-price.ts'

/** Number of messages of a category to people of a country. */
export type MessageCount = { country: string; category: PriceCategory; count: number }

/** Returns what messages cost by the operator's table; null without any message. */
export function costOf(table: MessagePrices, counts: readonly MessageCount[]): CampaignCost | null {
  if (counts.length === 0) return null
  const parts = counts.map(({ country, category, count }) => {
    const price = priceOf(table, country, category)
    return { country, category, count, amount: price === null ? null : price * count }
  })
  return {
    currency: table.currency,
    amount: parts.reduce((sum, { amount }) => sum + (amount ?? 0), 0),
    unpriced: parts.reduce((sum, { amount, count }) => sum + (amount === null ? count : 0), 0),
    parts,
  }
}
