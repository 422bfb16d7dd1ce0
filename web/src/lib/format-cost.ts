import { formatNumber } from './format.ts'

/** Formats an amount in millionths of a currency; one below a whole unit with up to four decimals. */
export const formatCost = (millionths: number, currency: string): string =>
  formatNumber(millionths / 1_000_000, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: 2,
    maximumFractionDigits: Math.abs(millionths) < 1_000_000 ? 4 : 2,
  })
