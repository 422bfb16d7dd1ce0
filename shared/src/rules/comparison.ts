/** Comparison of a figure with the same figure of an earlier period. */

/**
 * Returns the change in whole percent, halves away from zero; null if there was nothing before, as
 * a change from nothing has no percentage.
 */
export function percentChange(now: number, before: number): number | null {
  if (before <= 0) return null
  const percent = (100 * (now - before)) / before
  return Math.sign(percent) * Math.round(Math.abs(percent)) || 0
}

/** Percentage up to which two figures count as about the same. */
const ABOUT = 10

export type DayFigures = {
  /** Tickets begun, and cents sold, today before this hour. */
  made: number
  revenue: number
}

/**
 * Verdict on the day beside the same weekday a week ago, up to the same hour: by revenue where
 * there was any, else by tickets; `unknown` without anything to compare.
 */
export type DayVerdict = 'better' | 'usual' | 'worse' | 'unknown'

export function dayVerdict(today: DayFigures, usual: DayFigures): DayVerdict {
  const percent = percentChange(today.revenue, usual.revenue) ?? percentChange(today.made, usual.made)
  if (percent === null) return 'unknown'
  return percent > ABOUT ? 'better' : percent < -ABOUT ? 'worse' : 'usual'
}
