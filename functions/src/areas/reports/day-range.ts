import type { FieldProblem } from '@balcao/shared/errors.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { countDays, MAX_DAYS } from '@balcao/shared/rules/days.ts'

/** Days in the company's time zone, both ends included. */
export type DayRange = { first: string; last: string }

const refused = (problem: FieldProblem) => new AppError('ERR_VALIDATION', { details: [problem] })

/**
 * Returns the range between two ends that the call names `names`.
 * @throws ERR_VALIDATION when one is missing or they are the wrong way round, ERR_PERIOD_TOO_LONG
 * with the limit
 */
export function dayRangeOf(
  first: string | undefined,
  last: string | undefined,
  names: readonly [string, string],
): DayRange {
  if (first === undefined || last === undefined)
    throw refused({
      path: first === undefined ? names[0] : names[1],
      code: 'required',
      field: 'dashboard.range',
    })
  if (first > last) throw refused({ path: names[1], code: 'before_start', other: names[0] })
  if (countDays(first, last) > MAX_DAYS) throw new AppError('ERR_PERIOD_TOO_LONG', { data: { maxDays: MAX_DAYS } })
  return { first, last }
}
