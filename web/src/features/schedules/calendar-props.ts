import type { Schedule } from '@balcao/shared/entities/schedule.ts'

/** Props that every view of the calendar gets. */
export interface CalendarProps {
  days: readonly string[]
  /** Messages of the view's days, by their time. */
  rows: readonly Schedule[]
  today: string
  zone: string
  onOpen: (schedule: Schedule) => void
  /** Called for an empty place, with its time if it has one. */
  onAdd: (day: string, time?: string) => void
  onDay: (day: string) => void
  /** Called after a drop. */
  onMove: (id: string, day: string, time?: string) => void
}
