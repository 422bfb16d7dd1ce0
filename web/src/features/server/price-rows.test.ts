import { describe, expect, it } from 'vitest'
import { readPriceRows, writePriceRows } from './price-rows.ts'

describe('rows of prices', () => {
  it('are read as a sheet gives them, with comma or point, and written back', () => {
    const text = '55\tmarketing\t0,3125\n+55; utility ;0.04\n\n* service 0'
    const { prices, problems } = readPriceRows(text)
    expect(problems).toEqual([])
    expect(prices).toEqual([
      { country: '55', category: 'marketing', price: 312_500 },
      { country: '55', category: 'utility', price: 40_000 },
      { country: '*', category: 'service', price: 0 },
    ])
    expect(readPriceRows(writePriceRows(prices)).prices).toEqual(prices)
  })

  it('say which line is wrong, and why', () => {
    const text = '55 marketing\n0 marketing 1\n55 ads 1\n55 utility x\n55 utility 1\n55 utility 2\n55 utility 101'
    expect(readPriceRows(text).problems).toEqual([
      { line: 1, code: 'shape' },
      { line: 2, code: 'country' },
      { line: 3, code: 'category' },
      { line: 4, code: 'price' },
      { line: 6, code: 'twice' },
      { line: 7, code: 'price' },
    ])
  })
})
