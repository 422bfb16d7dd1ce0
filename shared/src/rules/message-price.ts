import type { MessagePrices } from '../entities/message-cost.ts'
import type { PriceCategory } from '../events/queues.ts'

/**
 * Returns the price of a message in millionths of the table's currency: that of the country, else
 * that of all others; null without either.
 */
export function priceOf({ prices }: MessagePrices, country: string, category: PriceCategory): number | null {
  const of = (wanted: string) => prices.find(row => row.country === wanted && row.category === category)
  return (of(country) ?? of('*'))?.price ?? null
}
