import type { Holiday } from '@balcao/shared/entities/holiday.ts'
import type { SmallList } from '../table/small-list.ts'

/** Holidays, one per date, ordered by date. */
export const HOLIDAYS: SmallList<Holiday> = {
  kind: 'holiday',
  missing: 'ERR_NO_HOLIDAY_FOUND',
  text: holiday => `${holiday.date} ${holiday.name}`,
  unique: holiday => ({ holidayDate: holiday.date }),
  taken: { holidayDate: 'ERR_HOLIDAY_ALREADY_EXISTS' },
}
