import type { MessagePrice } from '@balcao/shared/entities/message-cost.ts'
import { PRICE_CATEGORIES, type PriceCategory } from '@balcao/shared/events/queues.ts'
import { formatNumber } from '#/lib/format.ts'

/** Problem of a line of the table, by its number from 1. */
export type PriceProblem = { line: number; code: 'shape' | 'country' | 'category' | 'price' | 'twice' }

const MILLION = 1_000_000
const MOST = 100

/**
 * Reads prices as they are pasted from a sheet: country, category and price in each line, separated
 * by tab, semicolon or blanks. Empty lines are skipped; a price may have a comma or a point.
 */
export function readPriceRows(text: string): { prices: MessagePrice[]; problems: PriceProblem[] } {
  const prices = new Map<string, MessagePrice>()
  const problems: PriceProblem[] = []
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    const cells = line.trim().split(/\s*[;\t]\s*|\s+/)
    if (line.trim() === '') continue
    const code = problemOf(cells)
    const [country = '', category = '', price = ''] = cells
    const row = { country: country.replace(/^\+/, ''), category: category.toLowerCase() as PriceCategory }
    const key = `${row.country} ${row.category}`
    if (code ?? prices.has(key)) problems.push({ line: at + 1, code: code ?? 'twice' })
    else prices.set(key, { ...row, price: Math.round(numberOf(price) * MILLION) })
  }
  return { prices: [...prices.values()], problems }
}

function problemOf([country = '', category = '', price = '', ...more]: string[]): PriceProblem['code'] | undefined {
  if (price === '' || more.length > 0) return 'shape'
  if (!/^(\*|\+?[1-9]\d{0,2})$/.test(country)) return 'country'
  if (!PRICE_CATEGORIES.some(known => known === category.toLowerCase())) return 'category'
  const amount = numberOf(price)
  return Number.isNaN(amount) || amount > MOST ? 'price' : undefined
}

const numberOf = (text: string): number => (/^\d+([.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN)

/** Writes prices as lines that `readPriceRows` reads, with the decimal sign of the person's language. */
export const writePriceRows = (prices: readonly MessagePrice[]): string =>
  prices.map(({ country, category, price }) => `${country}\t${category}\t${written(price)}`).join('\n')

const written = (price: number): string =>
  formatNumber(price / MILLION, { maximumFractionDigits: 6, useGrouping: false })
