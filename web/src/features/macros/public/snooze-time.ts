/** Units of a snooze, in the order in which they are offered. */
export const SNOOZE_UNITS = ['minutes', 'hours', 'days'] as const
export type SnoozeUnit = (typeof SNOOZE_UNITS)[number]

/** Largest number of each unit that an action takes. */
export const MOST_OF: Record<SnoozeUnit, number> = { minutes: 999, hours: 999, days: 99 }

/** Returns a time from the action on, `PT30M`, `PT4H`, `P2D`; '' of nothing. */
export function durationOf(amount: number, unit: SnoozeUnit): string {
  const count = Math.min(MOST_OF[unit], Math.floor(amount))
  if (!(count > 0)) return ''
  return unit === 'days' ? `P${count}D` : `PT${count}${unit === 'hours' ? 'H' : 'M'}`
}

/** Returns the amount of such a time; undefined of anything else. */
export function amountOf(until: string): { amount: number; unit: SnoozeUnit } | undefined {
  const [, count, sign] = /^PT?(\d+)([MHD])$/.exec(until) ?? []
  if (!sign) return undefined
  return { amount: Number(count), unit: sign === 'D' ? 'days' : sign === 'H' ? 'hours' : 'minutes' }
}
