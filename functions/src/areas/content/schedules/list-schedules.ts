import { dayRange } from '@balcao/shared/rules/day-range.ts'
import { getSettings } from '../../../data/company/setting.ts'
import { pageOfSchedules } from '../../../data/content/schedule.ts'
import { toWireSchedule } from '../../../data/content/wire.ts'
import { searchOf } from '../../../http/hidden-search.ts'
import { callerOf } from '../../tickets/caller.ts'
import type { Operations } from '../operations.ts'

/**
 * Lists scheduled messages that the caller may see. Days are in the company's time zone, both ends
 * included.
 */
export const listSchedules: Operations['schedules']['list'] = async (ctx, { query }) => {
  const { companyId } = ctx
  const { viewer } = await callerOf(ctx)
  const { searchParam: typed, contactId, from, to, ...options } = query
  const { text: searchParam, accept } = await searchOf(ctx, typed)
  if (searchParam === null) return { schedules: [], hasMore: false, nextCursor: null }
  const { timezone } = from || to ? await getSettings(companyId) : { timezone: '' }
  const page = await pageOfSchedules(
    companyId,
    viewer,
    {
      searchParam,
      contactId,
      from: from === undefined ? undefined : dayRange(from, from, timezone).from,
      to: to === undefined ? undefined : dayRange(to, to, timezone).to,
    },
    options,
  )
  const { rows, hasMore, nextCursor } = page
  const found = rows.filter(({ contact }) => accept(contact ?? { id: '', number: '' }))
  return { schedules: await Promise.all(found.map(toWireSchedule)), hasMore, nextCursor }
}
