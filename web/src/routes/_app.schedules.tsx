import { createFileRoute } from '@tanstack/react-router'
import { isDay, VIEWS, type View } from '#/features/schedules/days.ts'
import { SchedulesScreen } from '#/features/schedules/schedules-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export interface SchedulesSearch {
  view?: View
  day?: string
  /** A new message for this contact is being written. */
  contactId?: string
}

export const Route = createFileRoute('/_app/schedules')({
  validateSearch: ({ view, day, contactId }: Record<string, unknown>): SchedulesSearch => ({
    ...(VIEWS.includes(view as View) ? { view: view as View } : {}),
    ...(isDay(day) ? { day } : {}),
    ...(typeof contactId === 'string' ? { contactId } : {}),
  }),
  loader: () => loadTexts('schedules', 'media'),
  component: SchedulesScreen,
})
