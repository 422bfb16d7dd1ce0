import type { AiPrice } from '@balcao/shared/entities/ai-use.ts'
import { formatNumber } from '#/lib/format.ts'

/** Problem of a line of the table, by its number from 1. */
export type AiPriceProblem = { line: number; code: 'shape' | 'price' | 'twice' }

const MILLION = 1_000_000
const MOST = 100_000

/**
 * Reads prices as they are pasted from a sheet: model, price of a million tokens in and out in each
 * line, separated by tab, semicolon or blanks. Empty lines are skipped.
 */
export function readAiPrices(text: string): { prices: AiPrice[]; problems: AiPriceProblem[] } {
  const prices = new Map<string, AiPrice>()
  const problems: AiPriceProblem[] = []
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue
    const [model = '', input = '', output = '', ...more] = line.trim().split(/\s*[;\t]\s*|\s+/)
    const [one, other] = [numberOf(input), numberOf(output)]
    const isShape = output !== '' && more.length === 0 && /^(\*|[\w.:/@-]{1,100})$/.test(model)
    const code = !isShape ? 'shape' : one <= MOST && other <= MOST ? undefined : 'price'
    if (code ?? prices.has(model)) problems.push({ line: at + 1, code: code ?? 'twice' })
    else prices.set(model, { model, input: Math.round(one * MILLION), output: Math.round(other * MILLION) })
  }
  return { prices: [...prices.values()], problems }
}

const numberOf = (text: string): number => (/^\d+([.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN)

/** Writes prices as lines that `readAiPrices` reads. */
export const writeAiPrices = (prices: readonly AiPrice[]): string =>
  prices.map(({ model, input, output }) => `${model}\t${written(input)}\t${written(output)}`).join('\n')

const written = (price: number): string =>
  formatNumber(price / MILLION, { maximumFractionDigits: 6, useGrouping: false })
