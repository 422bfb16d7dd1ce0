import type { MessagePrice } from '@balcao/shared/entities/message-cost.ts'
import { PRICE_CATEGORIES } from '@balcao/shared/events/queues.ts'
import { readMillionths, readPriceLines, writeMillionths } from './price-lines.ts'

type Code = 'shape' | 'country' | 'category' | 'price'

const MOST = 100

/** Reads a country, a category and its price from each line. */
export const readPriceRows = (text: string) =>
  readPriceLines<MessagePrice, Code>(text, ([typedCountry = '', typedCategory = '', typedPrice = '', ...more]) => {
    if (typedPrice === '' || more.length > 0) return 'shape'
    if (!/^(\*|\+?[1-9]\d{0,2})$/.test(typedCountry)) return 'country'
    const country = typedCountry.replace(/^\+/, '')
    const category = PRICE_CATEGORIES.find(known => known === typedCategory.toLowerCase())
    if (!category) return 'category'
    const price = readMillionths(typedPrice, MOST)
    if (price === undefined) return 'price'
    return { key: `${country} ${category}`, price: { country, category, price } }
  })

/** Writes prices as lines that `readPriceRows` reads. */
export const writePriceRows = (prices: readonly MessagePrice[]): string =>
  prices.map(({ country, category, price }) => `${country}\t${category}\t${writeMillionths(price)}`).join('\n')
