import { changeSchedule } from '../../../data/content/schedule.ts'
import { publishSchedule } from '../../../messaging/publish-schedule.ts'
import { storeKeptFile } from '../../kept-file.ts'
import type { Operations } from '../operations.ts'
import { changeableSchedule } from './own-schedule.ts'

/** Stores the schedule's file in place of an earlier one. */
export const uploadScheduleMedia: Operations['schedules']['uploadMedia'] = async (ctx, { params, files }) => {
  const before = await changeableSchedule(ctx, params.id)
  const media = await storeKeptFile(ctx.companyId, files)
  return publishSchedule(await changeSchedule(before, { media }), 'update')
}

export const removeScheduleMedia: Operations['schedules']['removeMedia'] = async (ctx, { params }) => {
  const before = await changeableSchedule(ctx, params.id)
  return publishSchedule(await changeSchedule(before, { media: null }), 'update')
}
