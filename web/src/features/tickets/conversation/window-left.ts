import i18next from 'i18next'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const leftOf = (closesAt: string | null, now: number): number => (closesAt ? Date.parse(closesAt) - now : 0)

/** Returns whether a window closes within the hour. */
export const isClosingSoon = (closesAt: string | null, now: number): boolean => {
  const left = leftOf(closesAt, now)
  return left > 0 && left < HOUR
}

/** Returns how long a window stays open, in hours and minutes, never less than a minute. */
export function windowLeft(closesAt: string | null, now: number): string {
  const minutes = Math.max(1, Math.floor(leftOf(closesAt, now) / MINUTE))
  return minutes < 60
    ? i18next.t('channels:cloudWindow.minutes', { minutes })
    : i18next.t('channels:cloudWindow.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
}
