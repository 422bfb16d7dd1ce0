import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { instant } from './instant.ts'

describe('a moment as it leaves', () => {
  it("is written as the language's own would be", () => {
    const moments = fc.oneof(
      fc.integer({ min: 0, max: Date.UTC(2100, 0) }),
      fc.integer({ min: -8.64e15, max: 8.64e15 }),
      fc.double({ min: -1e12, max: 4e12, noNaN: true }),
    )
    fc.assert(
      fc.property(moments, at => {
        expect(instant(at)).toBe(new Date(at).toISOString())
      }),
    )
    for (const at of [
      0,
      1,
      86_399_999,
      86_400_000,
      Date.UTC(2028, 1, 29),
      Date.UTC(10_000, 0) - 1,
      Date.UTC(10_000, 0),
    ])
      expect(instant(at)).toBe(new Date(at).toISOString())
  })

  it('is refused when it is none', () => {
    for (const at of [Number.NaN, Number.POSITIVE_INFINITY, 8.64e15 + 1]) expect(() => instant(at)).toThrow(RangeError)
  })
})
