import { describe, expect, it } from 'vitest'
import { mannWhitney } from './mann-whitney.ts'

/**
 * Returns the share of all assignments whose rank sum is as far from the middle: the test
 * approximates it.
 */
function exactly(a: readonly number[], b: readonly number[]): number {
  const all = [...a, ...b]
  const rankOf = (value: number) =>
    all.filter(each => each < value).length + (all.filter(each => each === value).length + 1) / 2
  const ranks = all.map(rankOf)
  const middle = (a.length * (all.length + 1)) / 2
  const far = Math.abs(a.reduce((sum, value) => sum + rankOf(value), 0) - middle)
  let [ways, asFar] = [0, 0]
  const deal = (from: number, left: number, sum: number): void => {
    if (left === 0) {
      ways += 1
      if (Math.abs(sum - middle) >= far - 1e-9) asFar += 1
      return
    }
    for (let at = from; at <= ranks.length - left; at++) deal(at + 1, left - 1, sum + ranks[at]!)
  }
  deal(0, a.length, 0)
  return asFar / ways
}

describe('the rank-sum test', () => {
  it('is near the share of all arrangements', () => {
    const a = [1.83, 0.5, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.3]
    const b = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29]
    expect(Math.abs(mannWhitney(a, b) - exactly(a, b))).toBeLessThan(0.01)
    expect(mannWhitney(b, a)).toBeCloseTo(mannWhitney(a, b), 9)
  })

  it('detects a shift, and none where there is none', () => {
    const some = Array.from({ length: 200 }, (_, n) => (n * 37) % 101)
    expect(mannWhitney(some, some)).toBeCloseTo(1, 6)
    expect(
      mannWhitney(
        some,
        some.map(value => value + 20),
      ),
    ).toBeLessThan(1e-6)
    expect(mannWhitney([1, 1, 1], [1, 1, 1])).toBe(1)
  })
})
