import { lazy } from 'react'
import { loadTexts } from '#/lib/i18n.ts'

/** The schedule dialog with its texts, for screens that rarely open it. */
export const ScheduleDialog = lazy(async () => {
  const [file] = await Promise.all([import('./schedule-dialog.tsx'), loadTexts('schedules', 'media')])
  return { default: file.ScheduleDialog }
})
