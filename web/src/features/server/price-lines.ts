import { formatNumber } from '#/lib/format.ts'

/** Problem of a line of a price table, by its number from 1. */
export interface LineProblem<Code> {
  line: number
  code: Code | 'twice'
}

const MILLION = 1_000_000

/**
 * Reads prices as they are pasted from a sheet: cells separated by tab, semicolon or blanks. Empty
 * lines are skipped, and a key may have one price only.
 * @param read returns a line's price and its key, or what is wrong with it
 */
export function readPriceLines<Price, Code extends string>(
  text: string,
  read: (cells: string[]) => { key: string; price: Price } | Code,
): { prices: Price[]; problems: LineProblem<Code>[] } {
  const prices = new Map<string, Price>()
  const problems: LineProblem<Code>[] = []
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue
    const row = read(line.trim().split(/\s*[;\t]\s*|\s+/))
    if (typeof row === 'string') problems.push({ line: at + 1, code: row })
    else if (prices.has(row.key)) problems.push({ line: at + 1, code: 'twice' })
    else prices.set(row.key, row.price)
  }
  return { prices: [...prices.values()], problems }
}

/**
 * Returns a written amount, with a comma or a point, in millionths; undefined for any other text
 * and for more than `most`.
 */
export function readMillionths(text: string, most: number): number | undefined {
  if (!/^\d+([.,]\d+)?$/.test(text)) return undefined
  const amount = Number(text.replace(',', '.'))
  return amount > most ? undefined : Math.round(amount * MILLION)
}

/**
 * Writes millionths with the decimal sign of the person's language, as `readMillionths` reads them.
 */
export const writeMillionths = (millionths: number): string =>
  formatNumber(millionths / MILLION, { maximumFractionDigits: 6, useGrouping: false })
