import { TEAM_DIMENSIONS, type TeamDimension } from '@balcao/shared/api/reports/team-report.ts'
import { countDays, isDay, MAX_DAYS } from '@balcao/shared/rules/days.ts'
import { dayOf } from '#/lib/format.ts'
import { type Period, periodOf } from '#/lib/periods.ts'

export interface TeamSearch extends Period {
  by: TeamDimension
}

/** Period of a report that names none. */
const DEFAULT = 'days30'

const day = (value: unknown): string | undefined => (typeof value === 'string' && isDay(value) ? value : undefined)

/** Reads an address; invalid values count as absent. */
export function readTeamSearch(given: Record<string, unknown>): TeamSearch {
  const by = TEAM_DIMENSIONS.find(each => each === given.by) ?? 'queue'
  const [from, to] = [day(given.from), day(given.to)]
  const isPeriod = from !== undefined && to !== undefined && from <= to && countDays(from, to) <= MAX_DAYS
  return { by, ...(isPeriod ? { from, to } : periodOf(DEFAULT, dayOf(Date.now()))) }
}

/** Returns the address of a report, without its default values. */
export function writeTeamSearch({ by, from, to }: TeamSearch): Record<string, unknown> {
  const usual = periodOf(DEFAULT, dayOf(Date.now()))
  return {
    ...(by === 'queue' ? {} : { by }),
    ...(from === usual.from && to === usual.to ? {} : { from, to }),
  }
}
