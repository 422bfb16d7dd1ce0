import type { AiPrices } from '../entities/ai-use.ts'

/** Unit of prices and costs: so many are one of the currency, and so many tokens have a price. */
export const MILLION = 1_000_000

/**
 * Returns the cost of tokens in millionths of the table's currency, by the price of the model, else
 * that of all others; null without either.
 */
export function aiCost(
  { prices }: AiPrices,
  model: string,
  { inputTokens, outputTokens }: { inputTokens: number; outputTokens: number },
): number | null {
  const price = prices.find(row => row.model === model) ?? prices.find(row => row.model === '*')
  if (!price) return null
  return Math.round((inputTokens / MILLION) * price.input + (outputTokens / MILLION) * price.output)
}
