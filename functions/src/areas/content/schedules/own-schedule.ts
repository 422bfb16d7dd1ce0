import { mayAccess } from '@balcao/shared/access.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { requireSchedule, type ScheduleRow } from '../../../data/content/schedule.ts'
import type { HttpContexts } from '../../../http/context.ts'

type Ctx = HttpContexts['user']

/** Everybody changes what they made, admins all of it. Throws ERR_NO_PERMISSION. */
export function assertOwn({ actor }: Ctx, { user }: ScheduleRow): void {
  if (user.id !== actor.userId && !mayAccess('admin', actor)) throw new AppError('ERR_NO_PERMISSION')
}

/** One the caller may change, and that has not left. Throws ERR_NO_SCHEDULE_FOUND, ERR_NO_PERMISSION, ERR_SCHEDULE_SENT. */
export async function changeableSchedule(ctx: Ctx, id: string): Promise<ScheduleRow> {
  const schedule = await requireSchedule(ctx.companyId, id)
  assertOwn(ctx, schedule)
  if (schedule.status === 'ENVIADA') throw new AppError('ERR_SCHEDULE_SENT')
  return schedule
}
