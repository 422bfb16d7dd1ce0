import { MOST_REPORT_DAYS } from '@balcao/shared/api/reports/ticketreport.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { dayRange } from '@balcao/shared/rules/day-range.ts'

/** Its days, and its first and last moment in epoch ms. */
type ReportRange = { dateFrom: string; dateTo: string; from: number; to: number }

const DAY_MS = 86_400_000

/** Today in a time zone, as `yyyy-mm-dd`. */
const today = (timeZone: string, now: number): string => new Intl.DateTimeFormat('sv', { timeZone }).format(now)

/**
 * The moments (epoch ms) a report covers, by its days in the company's zone: until today, and from the first of the month of
 * its last day, where they are not given. Throws ERR_VALIDATION when the
 * days are in the wrong order, and ERR_PERIOD_TOO_LONG.
 */
export function reportRange(
  given: { dateFrom?: string | undefined; dateTo?: string | undefined },
  timeZone: string,
  now = Date.now(),
): ReportRange {
  const { dateTo = today(timeZone, now) } = given
  const { dateFrom = `${dateTo.slice(0, 7)}-01` } = given
  if (dateFrom > dateTo)
    throw new AppError('ERR_VALIDATION', { details: [{ path: 'dateTo', message: 'before dateFrom' }] })
  const days = (Date.parse(dateTo) - Date.parse(dateFrom)) / DAY_MS + 1
  if (days > MOST_REPORT_DAYS) throw new AppError('ERR_PERIOD_TOO_LONG')
  return { dateFrom, dateTo, ...dayRange(dateFrom, dateTo, timeZone) }
}
