/** Reads the figures of closed tickets by what they were, from the counters of days. */
import type { TeamDimension, TeamFigures } from '@balcao/shared/api/reports/team-report.ts'
import { madeOnDays, rowsOfDays } from './day-counter.ts'
import { addFigures, type Figures } from './figures.ts'
import type { Kind } from './ticket-shares.ts'

/** Sums of a range of days. */
export type Sums = {
  /** Figures of all closed tickets. */
  all: Figures
  /** By the key of what they were, `NONE` without it; `name` is that of the last closing. */
  by: Map<string, { figures: Figures; name: string }>
  /** Number of tickets that began in each hour. */
  made: number[]
}

/** Kind of rows of each dimension, and the place of its key in `day#…#part`. */
const SOURCES: Record<TeamDimension, { kind: Kind; place: number }> = {
  queue: { kind: 'place', place: 1 },
  connection: { kind: 'place', place: 2 },
  user: { kind: 'closed', place: 1 },
  hour: { kind: 'hour', place: 1 },
  tag: { kind: 'tag', place: 1 },
  origin: { kind: 'origin', place: 1 },
  goal: { kind: 'goal', place: 1 },
}

/** Dimensions in whose rows each closed ticket counts exactly once. */
const isWhole = (by: TeamDimension): boolean => by !== 'tag' && by !== 'origin' && by !== 'goal'

const sumOf = (rows: Iterable<{ figures: Figures }>): Figures => {
  const sum: Figures = {}
  for (const { figures } of rows) addFigures(sum, figures)
  return sum
}

/** Sums up the tickets closed on these days. Costs half a read unit per about 16 rows. */
export async function sumsOf(companyId: string, by: TeamDimension, first: string, last: string): Promise<Sums> {
  const { kind, place } = SOURCES[by]
  const [rows, others, days] = await Promise.all([
    rowsOfDays(companyId, kind, first, last),
    isWhole(by) ? undefined : rowsOfDays(companyId, 'closed', first, last),
    madeOnDays(companyId, first, last),
  ])
  const sums: Sums['by'] = new Map()
  for (const { sk, figures, name } of rows) {
    const key = sk.split('#')[place]!
    const sum = sums.get(key) ?? { figures: {}, name: '' }
    addFigures(sum.figures, figures)
    // Days come in order, so the last name is the latest.
    sums.set(key, { ...sum, name: name ?? sum.name })
  }
  const made = Array.from({ length: 24 }, () => 0)
  for (const hours of days.values()) for (const [hour, count] of hours.entries()) made[hour]! += count
  return { all: sumOf(others ?? sums.values()), by: sums, made }
}

/** Returns a mean with one decimal; null of nothing. */
const mean = (total = 0, count = 0): number | null => (count === 0 ? null : Math.round((10 * total) / count) / 10)

/** Returns sums as a report shows them; times are means in minutes. */
export function shownFigures(figures: Figures, opened: number | null = null): TeamFigures {
  const { closed = 0, reopened = 0, abandoned = 0, answer = 0, answered = 0, resolve = 0, resolved = 0 } = figures
  const { answeredInTime = 0, answeredLate = 0, resolvedInTime = 0, resolvedLate = 0 } = figures
  return {
    ...{ opened, closed, reopened, abandoned, answered },
    firstAnswer: mean(answer / 60, answered),
    resolution: mean(resolve / 60, resolved),
    rating: mean(figures.rating, figures.rated),
    rated: figures.rated ?? 0,
    goals: {
      firstAnswer: { met: answeredInTime, missed: answeredLate },
      resolution: { met: resolvedInTime, missed: resolvedLate },
    },
  }
}
