import { AppError } from '@balcao/shared/errors.ts'
import { dayRange } from '@balcao/shared/rules/day-range.ts'
import { readSettings } from '../data/company/setting.ts'

type Days = { dateFrom?: string | undefined; dateTo?: string | undefined }

/**
 * Returns the first and the last millisecond (epoch) of days in the company's time zone, both
 * included; an end that is not given is missing. Reads the time zone only if there is one.
 * @throws ERR_VALIDATION where they are the wrong way round
 */
export async function momentsOfDays(
  companyId: string,
  { dateFrom, dateTo }: Days,
): Promise<{ from?: number; to?: number }> {
  if (dateFrom === undefined && dateTo === undefined) return {}
  if (dateFrom !== undefined && dateTo !== undefined && dateFrom > dateTo)
    throw new AppError('ERR_VALIDATION', { details: [{ path: 'dateTo', code: 'before_start', other: 'dateFrom' }] })
  const { timezone } = await readSettings(companyId)
  return {
    ...(dateFrom === undefined ? {} : { from: dayRange(dateFrom, dateFrom, timezone).from }),
    ...(dateTo === undefined ? {} : { to: dayRange(dateTo, dateTo, timezone).to }),
  }
}
