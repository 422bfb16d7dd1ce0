import { lazy } from 'react'
import { loadTexts } from '#/lib/i18n.ts'

/** The dialog with its texts, for screens that open it now and then. */
export const ScheduleDialog = lazy(async () => {
  const [file] = await Promise.all([import('./schedule-dialog.tsx'), loadTexts('schedules', 'media')])
  return { default: file.ScheduleDialog }
})
