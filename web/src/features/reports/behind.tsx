import { lastYear, type ReportFilters } from './report-search.ts'
import type { Behind } from './tile.tsx'

export type Range = { from: string; to: string }

/** Returns the report with these filters; tickets of now may have begun at any day of a year. */
export const reportOf = (filters: Partial<ReportFilters>, range: Range = lastYear()): Behind => ({
  to: '/reports',
  search: { ...range, ...filters },
})
