import { content } from '@balcao/shared/api/index.ts'
import { areaHandler } from '../../http/area-handler.ts'
import { createSchedule } from './schedules/create-schedule.ts'
import { getSchedule } from './schedules/get-schedule.ts'
import { listSchedules } from './schedules/list-schedules.ts'
import { removeSchedule } from './schedules/remove-schedule.ts'
import { removeScheduleMedia, uploadScheduleMedia } from './schedules/schedule-media.ts'
import { updateSchedule } from './schedules/update-schedule.ts'

export const handler = areaHandler(content, {
  schedules: {
    list: listSchedules,
    get: getSchedule,
    create: createSchedule,
    update: updateSchedule,
    remove: removeSchedule,
    uploadMedia: uploadScheduleMedia,
    removeMedia: removeScheduleMedia,
  },
})
