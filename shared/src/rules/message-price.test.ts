import { describe, expect, it } from 'vitest'
import { callingCodeOf } from './calling-code.ts'
import { priceOf } from './message-price.ts'

describe('callingCodeOf', () => {
  it('reads one, two or three digits', () => {
    expect(['5511999990000', '15551234567', '79161234567', '351912345678', '447911123456'].map(callingCodeOf)).toEqual([
      '55',
      '1',
      '7',
      '351',
      '44',
    ])
  })
})

describe('priceOf', () => {
  const table = {
    currency: 'BRL',
    prices: [
      { country: '55', category: 'marketing' as const, price: 350_000 },
      { country: '*', category: 'marketing' as const, price: 900_000 },
      { country: '55', category: 'service' as const, price: 0 },
    ],
  }

  it("is the country's, else that of all others, else unknown; free is not unknown", () => {
    expect(priceOf(table, '55', 'marketing')).toBe(350_000)
    expect(priceOf(table, '351', 'marketing')).toBe(900_000)
    expect(priceOf(table, '55', 'utility')).toBeNull()
    expect(priceOf(table, '55', 'service')).toBe(0)
  })
})
