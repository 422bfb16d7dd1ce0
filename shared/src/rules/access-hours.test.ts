import { describe, expect, it } from 'vitest'
import { WEEKDAYS, type WeekdaySchedule } from '../entities/working-hours.ts'
import { accessEndsAt, accessHoursOf, mayBeSignedIn } from './access-hours.ts'

const daily = (startTime: string, endTime: string): WeekdaySchedule[] =>
  WEEKDAYS.map(weekdayEn => ({ weekday: weekdayEn, weekdayEn, startTime, endTime }))
const user = (accessHours: WeekdaySchedule[] | null, given = {}) => ({
  ...{ profile: 'user' as const, super: false, accessHours },
  ...given,
})
const ZONE = 'America/Sao_Paulo'
const at = (text: string) => Date.parse(`2026-11-25T${text}:00-03:00`)

describe('access hours', () => {
  it('hold from their start to before their end, in the company’s zone, over midnight too', () => {
    const day = user(daily('08:00', '18:00'))
    expect(['07:59', '08:00', '17:59', '18:00'].map(time => mayBeSignedIn(day, at(time), ZONE))).toEqual([
      ...[false, true, true, false],
    ])
    const night = user(daily('22:00', '06:00'))
    expect(['21:59', '23:00', '05:59', '06:00'].map(time => mayBeSignedIn(night, at(time), ZONE))).toEqual([
      ...[false, true, true, false],
    ])
  })

  it('are none without any, and for admins and super users', () => {
    const closed = daily('00:00', '00:00')
    for (const free of [user(null), user([]), user(closed, { profile: 'admin' }), user(closed, { super: true })]) {
      expect(accessHoursOf(free)).toBeUndefined()
      expect(mayBeSignedIn(free, at('03:00'), ZONE)).toBe(true)
      expect(accessEndsAt(free, at('03:00'), ZONE)).toBeUndefined()
    }
    expect(mayBeSignedIn(user(closed, { profile: 'supervisor' }), at('12:00'), ZONE)).toBe(false)
  })

  it('end at the end of the span, and are looked at again at midnight', () => {
    expect(accessEndsAt(user(daily('08:00', '18:00')), at('09:30'), ZONE)).toBe(at('18:00'))
    expect(accessEndsAt(user(daily('22:00', '06:00')), at('23:00'), ZONE)).toBe(Date.parse('2026-11-26T00:00:00-03:00'))
  })
})
