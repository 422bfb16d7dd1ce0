import type { Settings } from '../entities/setting.ts'
import type { WeekdaySchedule } from '../entities/working-hours.ts'

/**
 * Returns the working hours that count for a queue (null: for a ticket without one), by the setting
 * `scheduleType`; none where it is always open.
 */
export function schedulesOf(
  {
    settings,
    companySchedules,
    queues,
  }: {
    settings: Pick<Settings, 'scheduleType'>
    companySchedules: readonly WeekdaySchedule[]
    queues: readonly { id: string; schedules: readonly WeekdaySchedule[] }[]
  },
  queueId: string | null,
): readonly WeekdaySchedule[] {
  if (settings.scheduleType === 'company') return companySchedules
  if (settings.scheduleType !== 'queue') return []
  return queues.find(({ id }) => id === queueId)?.schedules ?? []
}
