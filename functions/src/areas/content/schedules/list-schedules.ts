import { dayRange } from '@balcao/shared/rules/day-range.ts'
import { getSettings } from '../../../data/company/setting.ts'
import { pageOfSchedules } from '../../../data/content/schedule.ts'
import { toWireSchedule } from '../../../data/content/wire.ts'
import type { Operations } from '../operations.ts'

/** Days are those of the company's zone, both ends included. */
export const listSchedules: Operations['schedules']['list'] = async ({ companyId }, { query }) => {
  const { searchParam, contactId, from, to, ...options } = query
  const { timezone } = from || to ? await getSettings(companyId) : { timezone: '' }
  const page = await pageOfSchedules(
    companyId,
    {
      searchParam,
      contactId,
      from: from === undefined ? undefined : dayRange(from, from, timezone).from,
      to: to === undefined ? undefined : dayRange(to, to, timezone).to,
    },
    options,
  )
  const { rows, hasMore, nextCursor } = page
  return { schedules: await Promise.all(rows.map(toWireSchedule)), hasMore, nextCursor }
}
