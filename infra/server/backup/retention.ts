/** Numbers of periods of which the last backup is kept. */
const KEPT = { days: 7, weeks: 4, months: 6 }
const DAY_MS = 24 * 3_600_000
/** A Monday (epoch day): weeks begin with it. */
const FIRST_MONDAY = 4

/**
 * Chooses the backups to keep: those of the last 24 hours, and the last one of each of the last
 * 7 days, 4 weeks and 6 months in which there is one. Days are those of UTC.
 * @param moments moments of all backups (epoch ms)
 */
export function backupsToKeep(moments: readonly number[], now: number): Set<number> {
  const newestFirst = moments.toSorted((a, b) => b - a)
  const lastOfEach = (periods: number, periodOf: (moment: number) => number | string) => {
    const last = new Map<number | string, number>()
    for (const moment of newestFirst) if (!last.has(periodOf(moment))) last.set(periodOf(moment), moment)
    return [...last.values()].slice(0, periods)
  }
  const dayOf = (moment: number) => Math.floor(moment / DAY_MS)
  return new Set([
    ...newestFirst.filter((moment, i) => i === 0 || moment > now - DAY_MS),
    ...lastOfEach(KEPT.days, dayOf),
    ...lastOfEach(KEPT.weeks, moment => Math.floor((dayOf(moment) - FIRST_MONDAY) / 7)),
    ...lastOfEach(KEPT.months, moment => new Date(moment).toISOString().slice(0, 7)),
  ])
}
