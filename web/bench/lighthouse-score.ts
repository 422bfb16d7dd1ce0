/** Metrics of Lighthouse's performance score, ms; the layout shift has no unit. */
export interface Paint {
  firstContentfulPaint: number
  speedIndex: number
  largestContentfulPaint: number
  totalBlockingTime: number
  cumulativeLayoutShift: number
}

/** Published weights and control points of its mobile score: `p10` scores 0.9, `median` 0.5. */
const SCORING: Record<keyof Paint, { weight: number; p10: number; median: number }> = {
  firstContentfulPaint: { weight: 0.1, p10: 1800, median: 3000 },
  speedIndex: { weight: 0.1, p10: 3387, median: 5800 },
  largestContentfulPaint: { weight: 0.25, p10: 2500, median: 4000 },
  totalBlockingTime: { weight: 0.3, p10: 200, median: 600 },
  cumulativeLayoutShift: { weight: 0.25, p10: 0.1, median: 0.25 },
}

const INVERSE_ERFC_OF_A_FIFTH = 0.9061938024368232

/** Returns the performance score of a mobile page, 0 to 100. */
export function performanceScore(paint: Paint): number {
  const parts = Object.entries(SCORING) as [keyof Paint, (typeof SCORING)[keyof Paint]][]
  return 100 * parts.reduce((sum, [name, { weight, p10, median }]) => sum + weight * share(paint[name], p10, median), 0)
}

/** Returns the share of pages with a worse value, assuming a log-normal distribution. */
function share(value: number, p10: number, median: number): number {
  if (value <= 0) return 1
  const x = (Math.log(value / median) * INVERSE_ERFC_OF_A_FIFTH) / -Math.log(p10 / median)
  return (1 - erf(x)) / 2
}

/** Approximates the error function as Lighthouse does (Abramowitz and Stegun 7.1.26). */
function erf(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x))
  const sum = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  return Math.sign(x) * (1 - sum * Math.exp(-x * x))
}
