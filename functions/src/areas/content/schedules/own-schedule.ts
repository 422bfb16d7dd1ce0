import { mayAccess } from '@balcao/shared/access.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { requireSchedule, type ScheduleRow } from '../../../data/content/schedule.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { requireContactAccess } from '../../tickets/contact-access.ts'

type Ctx = HttpContexts['user']

/**
 * Requires the schedule's author or an admin, who may see the conversation it goes to.
 * @throws ERR_NO_PERMISSION
 */
export async function requireOwn(ctx: Ctx, { user, contactId }: ScheduleRow): Promise<void> {
  if (user.id !== ctx.actor.userId && !mayAccess('admin', ctx.actor)) throw new AppError('ERR_NO_PERMISSION')
  await requireContactAccess(ctx, contactId)
}

/**
 * Returns an unsent schedule that the caller may change.
 * @throws ERR_NO_SCHEDULE_FOUND, ERR_NO_PERMISSION, ERR_SCHEDULE_SENT
 */
export async function changeableSchedule(ctx: Ctx, id: string): Promise<ScheduleRow> {
  const schedule = await requireSchedule(ctx.companyId, id)
  await requireOwn(ctx, schedule)
  if (schedule.status === 'ENVIADA') throw new AppError('ERR_SCHEDULE_SENT')
  return schedule
}
