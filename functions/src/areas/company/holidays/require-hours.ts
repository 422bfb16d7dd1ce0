import type { Holiday } from '@balcao/shared/entities/holiday.ts'
import type { Problem } from '@balcao/shared/errors.ts'
import { AppError } from '@balcao/shared/errors.ts'

/**
 * Requires that a holiday has a start and a different end, or neither.
 * @throws ERR_VALIDATION
 */
export function requireHours({ startTime, endTime }: Pick<Holiday, 'startTime' | 'endTime'>): void {
  if (startTime === null ? endTime === null : endTime !== null && endTime !== startTime) return
  const path = startTime === null ? 'startTime' : 'endTime'
  const other = startTime === null ? 'endTime' : 'startTime'
  const problem: Problem =
    startTime === endTime ? { code: 'same_time', field: 'holiday.endTime' } : { code: 'goes_together', other }
  throw new AppError('ERR_VALIDATION', { details: [{ path, ...problem }] })
}
