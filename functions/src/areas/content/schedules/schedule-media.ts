import { changeSchedule } from '../../../data/content/schedule.ts'
import { publishSchedule } from '../../../messaging/publish-schedule.ts'
import { requireMedia } from '../../../messaging/require-media.ts'
import { storeKeptFile } from '../../kept-file.ts'
import { described } from '../../store-upload.ts'
import type { Operations } from '../operations.ts'
import { changeableSchedule } from './own-schedule.ts'

/** Stores the schedule's file in place of an earlier one. */
export const uploadScheduleMedia: Operations['schedules']['uploadMedia'] = async (ctx, { params, files }) => {
  const before = await changeableSchedule(ctx, params.id)
  if (before.whatsappId) await requireMedia(ctx.companyId, before.whatsappId, files.map(described))
  const media = await storeKeptFile(ctx.companyId, files)
  return publishSchedule(await changeSchedule(before, { media }), 'update')
}

export const removeScheduleMedia: Operations['schedules']['removeMedia'] = async (ctx, { params }) => {
  const before = await changeableSchedule(ctx, params.id)
  return publishSchedule(await changeSchedule(before, { media: null }), 'update')
}
