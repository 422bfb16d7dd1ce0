import { z } from 'zod'
import { codeMessage } from '../validation/field-message.ts'

/** Time of day, `HH:mm`. */
export const Time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, codeMessage('invalid_time'))

/** End of a span of hours, `HH:mm`; `24:00` is the end of its day. */
export const EndTime = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, codeMessage('invalid_time'))

export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/** Working hours of one weekday, in the company's zone. Equal start and end mean closed. */
export const WeekdaySchedule = z.object({
  /** Name as shown, e.g. Segunda-feira. */
  weekday: z.string().max(30),
  weekdayEn: z.enum(WEEKDAYS),
  startTime: Time,
  endTime: EndTime,
})
export type WeekdaySchedule = z.infer<typeof WeekdaySchedule>

export const WeekdaySchedules = z.array(WeekdaySchedule).max(7)

const names = ['Segunda-feira', 'Terça-feira', 'Quarta-feira', 'Quinta-feira', 'Sexta-feira', 'Sábado', 'Domingo']

/**
 * Default hours of a queue: Monday to Friday 08:00-18:00, Saturday 08:00-12:00, Sunday closed
 * (decision 0015).
 */
export const DEFAULT_SCHEDULES: WeekdaySchedule[] = WEEKDAYS.map((weekdayEn, i) => ({
  weekday: names[i]!,
  weekdayEn,
  startTime: i === 6 ? '00:00' : '08:00',
  endTime: i === 6 ? '00:00' : i === 5 ? '12:00' : '18:00',
}))
