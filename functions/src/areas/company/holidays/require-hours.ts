import type { Holiday } from '@balcao/shared/entities/holiday.ts'
import { AppError } from '@balcao/shared/errors.ts'

/**
 * Requires that a holiday has a start and a different end, or neither.
 * @throws ERR_VALIDATION
 */
export function requireHours({ startTime, endTime }: Pick<Holiday, 'startTime' | 'endTime'>): void {
  if (startTime === null ? endTime === null : endTime !== null && endTime !== startTime) return
  const path = startTime === null ? 'startTime' : 'endTime'
  const message = startTime === endTime ? 'another time than startTime' : 'startTime and endTime, or neither'
  throw new AppError('ERR_VALIDATION', { details: [{ path, message }] })
}
