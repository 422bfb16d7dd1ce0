import { createFileRoute } from '@tanstack/react-router'
import type { View } from '#/features/schedules/days.ts'
import { SchedulesScreen } from '#/features/schedules/schedules-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export interface SchedulesSearch {
  view?: View
  day?: string
  /** A new message for this contact is being written. */
  contactId?: string
}

export const Route = createFileRoute('/_app/schedules')({
  /** The screen checks the view and the day: this file is part of every first load. */
  validateSearch: ({ view, day, contactId }: Record<string, unknown>): SchedulesSearch => ({
    ...(typeof view === 'string' ? { view: view as View } : {}),
    ...(typeof day === 'string' ? { day } : {}),
    ...(typeof contactId === 'string' ? { contactId } : {}),
  }),
  loader: () => loadTexts('schedules', 'media', 'lists'),
  component: SchedulesScreen,
})
