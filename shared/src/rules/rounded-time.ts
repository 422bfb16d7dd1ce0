const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** Length of time in one unit, as people say it. */
export type RoundedTime = { unit: 'minutes' | 'hours' | 'days'; count: number }

/**
 * Rounds a length of time for an estimate: to minutes below ninety (in steps of five from ten on),
 * to hours below two days, then to days. At least one minute.
 */
export function roundedTime(ms: number): RoundedTime {
  if (ms < 90 * MINUTE_MS) {
    const minutes = Math.max(1, Math.round(ms / MINUTE_MS))
    return { unit: 'minutes', count: minutes < 10 ? minutes : 5 * Math.round(minutes / 5) }
  }
  if (ms < 2 * DAY_MS) return { unit: 'hours', count: Math.round(ms / HOUR_MS) }
  return { unit: 'days', count: Math.round(ms / DAY_MS) }
}
