/** Time that a customer has waited for a person, and its urgency. Pure. Why: decision 0074. */

export type WaitingTime = {
  tone: 'success' | 'warning' | 'danger'
  unit: 'minutes' | 'hours' | 'days'
  count: number
}

const MINUTE_MS = 60_000
const WARNING_MINUTES = 10
const DANGER_MINUTES = 30
const HOUR_MINUTES = 60
const DAY_MINUTES = 24 * HOUR_MINUTES

/**
 * Returns the time waited since `since` (epoch ms): green below 10 minutes, amber below 30, then
 * red; in minutes below an hour, in hours below a day, then in days.
 */
export function waitingTime(since: number, now: number): WaitingTime {
  const minutes = Math.max(0, Math.floor((now - since) / MINUTE_MS))
  const tone = minutes < WARNING_MINUTES ? 'success' : minutes < DANGER_MINUTES ? 'warning' : 'danger'
  if (minutes < HOUR_MINUTES) return { tone, unit: 'minutes', count: minutes }
  if (minutes < DAY_MINUTES) return { tone, unit: 'hours', count: Math.floor(minutes / HOUR_MINUTES) }
  return { tone, unit: 'days', count: Math.floor(minutes / DAY_MINUTES) }
}
