import { lazyPart } from '#/lib/lazy-part.ts'

/** The schedule dialog with its texts, for screens that rarely open it. */
export const ScheduleDialog = lazyPart(
  () => import('../schedule-dialog.tsx').then(file => file.ScheduleDialog),
  'schedules',
  'media',
)
