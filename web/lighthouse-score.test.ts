import { describe, expect, it } from 'vitest'
import { performanceScore } from './bench/lighthouse-score.ts'

const AT_P10 = {
  firstContentfulPaint: 1800,
  speedIndex: 3387,
  largestContentfulPaint: 2500,
  totalBlockingTime: 200,
  cumulativeLayoutShift: 0.1,
}

describe('the performance score', () => {
  it('is 90 where every measure is at its tenth percentile, and 50 at the median', () => {
    expect(performanceScore(AT_P10)).toBeCloseTo(90, 0)
    const median = { firstContentfulPaint: 3000, speedIndex: 5800, largestContentfulPaint: 4000 }
    expect(performanceScore({ ...median, totalBlockingTime: 600, cumulativeLayoutShift: 0.25 })).toBeCloseTo(50, 1)
  })

  it('is 100 for a page that is there at once', () => {
    const none = { firstContentfulPaint: 0, speedIndex: 0, largestContentfulPaint: 0 }
    expect(performanceScore({ ...none, totalBlockingTime: 0, cumulativeLayoutShift: 0 })).toBe(100)
  })

  it('weighs blocking most', () => {
    const [blocked, late] = [{ totalBlockingTime: 5000 }, { firstContentfulPaint: 50_000 }]
    expect(performanceScore({ ...AT_P10, ...blocked })).toBeCloseTo(63, 0)
    expect(performanceScore({ ...AT_P10, ...late })).toBeCloseTo(81, 0)
  })
})
