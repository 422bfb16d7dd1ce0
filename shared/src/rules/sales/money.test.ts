import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { percentOf, toCents, toReais } from './money.ts'

const cents = fc.integer({ min: 0, max: 9_999_999_999 })

describe('money', () => {
  it.each([
    [0.1 + 0.2, 30],
    [1.15, 115],
    [8.165 * 2, 1633],
    [19.99, 1999],
    [1.1 * 3, 330],
    [99_999_999.99, 9_999_999_999],
    [-0.29, -29],
  ])('%d reais are %d cents', (reais, expected) => expect(toCents(reais)).toBe(expected))

  it('goes to the wire and back without a loss, with two decimals at most', () => {
    fc.assert(
      fc.property(
        cents,
        amount => toCents(toReais(amount)) === amount && /^\d+(\.\d{1,2})?$/.test(String(toReais(amount))),
      ),
    )
  })
})

describe('percentOf', () => {
  it.each([
    [1005, 1000, 101],
    [1004, 1000, 100],
    [5, 1000, 1],
    [4, 1000, 0],
    [333, 3333, 111],
    [9_999_999_999, 10_000, 9_999_999_999],
    [9_999_999_999, 1, 1_000_000],
    [1999, 0, 0],
  ])('of %d cents, %d hundredths of a per cent are %d', (amount, hundredths, expected) =>
    expect(percentOf(amount, hundredths)).toBe(expected),
  )

  it('rounds half up, exactly, whatever the amount', () => {
    fc.assert(
      fc.property(cents, fc.integer({ min: 0, max: 10_000 }), (amount, hundredths) => {
        const exact = (BigInt(amount) * BigInt(hundredths) * 2n + 10_000n) / 20_000n
        return BigInt(percentOf(amount, hundredths)) === exact
      }),
    )
  })
})
