import { deleteSchedule, getSchedule } from '../../../data/content/schedule.ts'
import { publishRowDeleted } from '../../../messaging/publish-row.ts'
import type { Operations } from '../operations.ts'
import { requireOwn } from './own-schedule.ts'

/**
 * Deletes a scheduled message; its timer then finds nothing. One that was sent only disappears from
 * the calendar: the message stays in its ticket.
 */
export const removeSchedule: Operations['schedules']['remove'] = async (ctx, { params }) => {
  const { companyId } = ctx
  const schedule = await getSchedule(companyId, params.id, true)
  if (!schedule) return
  await requireOwn(ctx, schedule)
  if (await deleteSchedule(schedule)) await publishRowDeleted(companyId, 'schedule', schedule.id)
}
