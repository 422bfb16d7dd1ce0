import type { AiPrice } from '@balcao/shared/entities/ai-use.ts'
import { readMillionths, readPriceLines, writeMillionths } from './price-lines.ts'

const MOST = 100_000

/** Reads a model and its price of a million tokens in and out from each line. */
export const readAiPrices = (text: string) =>
  readPriceLines<AiPrice, 'shape' | 'price'>(text, ([model = '', typedInput = '', typedOutput = '', ...more]) => {
    if (typedOutput === '' || more.length > 0 || !/^(\*|[\w.:/@-]{1,100})$/.test(model)) return 'shape'
    const [input, output] = [readMillionths(typedInput, MOST), readMillionths(typedOutput, MOST)]
    if (input === undefined || output === undefined) return 'price'
    return { key: model, price: { model, input, output } }
  })

/** Writes prices as lines that `readAiPrices` reads. */
export const writeAiPrices = (prices: readonly AiPrice[]): string =>
  prices.map(({ model, input, output }) => `${model}\t${writeMillionths(input)}\t${writeMillionths(output)}`).join('\n')
