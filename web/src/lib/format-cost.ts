import { formatNumber } from './format.ts'

/**
 * Formats an amount in millionths of a currency; one below a whole unit with up to four decimals.
 */
export const formatCost = (millionths: number, currency: string): string =>
  formatNumber(millionths / 1_000_000, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: 2,
    maximumFractionDigits: Math.abs(millionths) < 1_000_000 ? 4 : 2,
  })

/** Formats a cost of which a part may be unknown, "R$ 1,50 +"; `unknown` stands for all of it. */
export const formatPartialCost = (millionths: number, currency: string, isPartial: boolean, unknown: string): string =>
  isPartial && millionths === 0 ? unknown : `${formatCost(millionths, currency)}${isPartial ? ' +' : ''}`
