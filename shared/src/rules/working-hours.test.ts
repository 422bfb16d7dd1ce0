import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_SCHEDULES, WEEKDAYS, type WeekdaySchedule } from '../entities/working-hours.ts'
import { isWithinHours, localDay, localTime } from './working-hours.ts'

const ZONE = 'America/Sao_Paulo'
const at = (text: string) => Date.parse(text)
const everyDay = (startTime: string, endTime: string): WeekdaySchedule[] =>
  WEEKDAYS.map(weekdayEn => ({ weekday: weekdayEn, weekdayEn, startTime, endTime }))

describe('isWithinHours', () => {
  it('reads the default hours in the zone, start inside, end outside', () => {
    // Friday 20 November 2026; São Paulo is three hours behind UTC.
    expect(isWithinHours(DEFAULT_SCHEDULES, at('2026-11-20T10:59:59Z'), ZONE)).toBe(false)
    expect(isWithinHours(DEFAULT_SCHEDULES, at('2026-11-20T11:00:00Z'), ZONE)).toBe(true)
    expect(isWithinHours(DEFAULT_SCHEDULES, at('2026-11-20T20:59:59Z'), ZONE)).toBe(true)
    expect(isWithinHours(DEFAULT_SCHEDULES, at('2026-11-20T21:00:00Z'), ZONE)).toBe(false)
  })
  it('takes the weekday of the zone, not of UTC', () => {
    // Sunday 00:30 UTC is Saturday 21:30 in São Paulo; Saturday hours until 23:00.
    const saturday = [{ weekday: 'Sábado', weekdayEn: 'saturday' as const, startTime: '20:00', endTime: '23:00' }]
    expect(isWithinHours(saturday, at('2026-11-22T00:30:00Z'), ZONE)).toBe(true)
  })
  it('is closed on a day with equal start and end, and on a day that is missing', () => {
    expect(isWithinHours(DEFAULT_SCHEDULES, at('2026-11-22T15:00:00Z'), ZONE)).toBe(false)
    expect(isWithinHours(DEFAULT_SCHEDULES.slice(0, 1), at('2026-11-20T15:00:00Z'), ZONE)).toBe(false)
  })
  it('is open to the last second of a day that ends at 24:00, and closed again behind it', () => {
    const friday = [{ weekday: 'Sexta', weekdayEn: 'friday' as const, startTime: '18:00', endTime: '24:00' }]
    expect(isWithinHours(friday, at('2026-11-20T20:59:59Z'), ZONE)).toBe(false)
    expect(isWithinHours(friday, at('2026-11-20T21:00:00Z'), ZONE)).toBe(true)
    expect(isWithinHours(friday, at('2026-11-21T02:59:59Z'), ZONE)).toBe(true)
    expect(isWithinHours(friday, at('2026-11-21T03:00:00Z'), ZONE)).toBe(false)
    for (const moment of ['2026-11-20T03:00:00Z', '2026-11-20T15:00:00Z', '2026-11-21T02:59:59Z'])
      expect(isWithinHours(everyDay('00:00', '24:00'), at(moment), ZONE)).toBe(true)
  })
  it('goes over midnight when the end is before the start', () => {
    const friday = [{ weekday: 'Sexta', weekdayEn: 'friday' as const, startTime: '22:00', endTime: '02:00' }]
    expect(isWithinHours(friday, at('2026-11-21T00:59:00Z'), ZONE)).toBe(false)
    expect(isWithinHours(friday, at('2026-11-21T01:00:00Z'), ZONE)).toBe(true)
    expect(isWithinHours(friday, at('2026-11-21T04:59:00Z'), ZONE)).toBe(true)
    expect(isWithinHours(friday, at('2026-11-21T05:00:00Z'), ZONE)).toBe(false)
    // The early morning of Friday belongs to Thursday.
    expect(isWithinHours(friday, at('2026-11-20T04:00:00Z'), ZONE)).toBe(false)
  })
  it('opens at the same wall clock before and after daylight saving', () => {
    const hours = everyDay('09:00', '17:00')
    // New York leaves daylight saving on 1 November 2026: 09:00 is 13:00Z before and 14:00Z after.
    expect(isWithinHours(hours, at('2026-10-31T13:00:00Z'), 'America/New_York')).toBe(true)
    expect(isWithinHours(hours, at('2026-11-02T13:30:00Z'), 'America/New_York')).toBe(false)
    expect(isWithinHours(hours, at('2026-11-02T14:00:00Z'), 'America/New_York')).toBe(true)
  })
  it('is always open without hours', () => expect(isWithinHours([], at('2026-11-22T03:00:00Z'), ZONE)).toBe(true))

  it('of hours and their complement exactly one is open', () => {
    const time = fc.integer({ min: 0, max: 1439 }).map(m => localTime(m * 60_000, 'UTC'))
    fc.assert(
      fc.property(time, time, fc.integer({ min: 0, max: 4e12 }), (start, end, moment) => {
        fc.pre(start !== end)
        const day = isWithinHours(everyDay(start, end), moment, ZONE)
        const night = isWithinHours(everyDay(end, start), moment, ZONE)
        return day !== night
      }),
    )
  })
})

describe('holidays', () => {
  const closed = (date: string) => ({ date, startTime: null, endTime: null })
  const open = (date: string, startTime: string, endTime: string) => ({ date, startTime, endTime })
  // Friday 20 November 2026; São Paulo is three hours behind UTC.
  const friday = (time: string) => at(`2026-11-20T${time}:00-03:00`)
  const saturday = (time: string) => at(`2026-11-21T${time}:00-03:00`)

  it('close their day, of the zone, and no other', () => {
    const day = [closed('2026-11-20')]
    expect(isWithinHours(DEFAULT_SCHEDULES, friday('11:00'), ZONE, day)).toBe(false)
    expect(isWithinHours(DEFAULT_SCHEDULES, friday('11:00'), ZONE, [closed('2026-11-19'), closed('2025-11-20')])).toBe(
      true,
    )
    expect(isWithinHours(DEFAULT_SCHEDULES, saturday('11:00'), ZONE, day)).toBe(true)
    // 21:30 on Friday in São Paulo is already Saturday in UTC.
    expect(isWithinHours(everyDay('08:00', '23:00'), friday('21:30'), ZONE, day)).toBe(false)
    expect(isWithinHours(everyDay('08:00', '23:00'), friday('21:30'), ZONE, [closed('2026-11-21')])).toBe(true)
  })

  it('have hours of their own in place of their weekday’s, on a day that is closed otherwise too', () => {
    const short = [open('2026-11-20', '10:00', '12:00')]
    expect(isWithinHours(DEFAULT_SCHEDULES, friday('09:59'), ZONE, short)).toBe(false)
    expect(isWithinHours(DEFAULT_SCHEDULES, friday('10:00'), ZONE, short)).toBe(true)
    expect(isWithinHours(DEFAULT_SCHEDULES, friday('12:00'), ZONE, short)).toBe(false)
    const sunday = at('2026-11-22T11:00:00-03:00')
    expect(isWithinHours(DEFAULT_SCHEDULES, sunday, ZONE)).toBe(false)
    expect(isWithinHours(DEFAULT_SCHEDULES, sunday, ZONE, [open('2026-11-22', '10:00', '12:00')])).toBe(true)
  })

  it('do not end the night that reaches into them, and begin none of their own', () => {
    const nights = everyDay('22:00', '02:00')
    // The night from Friday to Saturday belongs to Friday.
    expect(isWithinHours(nights, saturday('01:00'), ZONE, [closed('2026-11-21')])).toBe(true)
    expect(isWithinHours(nights, saturday('22:30'), ZONE, [closed('2026-11-21')])).toBe(false)
    expect(isWithinHours(nights, friday('22:30'), ZONE, [closed('2026-11-20')])).toBe(false)
    expect(isWithinHours(nights, saturday('01:00'), ZONE, [closed('2026-11-20')])).toBe(false)
    expect(isWithinHours(nights, friday('01:00'), ZONE, [closed('2026-11-20')])).toBe(true)
  })

  it('reach into the next day with their own hours, also when that is a holiday', () => {
    const party = open('2026-11-20', '20:00', '03:00')
    expect(isWithinHours(DEFAULT_SCHEDULES, saturday('02:59'), ZONE, [party])).toBe(true)
    expect(isWithinHours(DEFAULT_SCHEDULES, saturday('03:00'), ZONE, [party])).toBe(false)
    expect(isWithinHours(DEFAULT_SCHEDULES, saturday('02:59'), ZONE, [party, closed('2026-11-21')])).toBe(true)
    expect(isWithinHours(DEFAULT_SCHEDULES, saturday('11:00'), ZONE, [party, closed('2026-11-21')])).toBe(false)
  })

  it('hold for who is always open otherwise', () => {
    expect(isWithinHours([], friday('03:00'), ZONE, [closed('2026-11-20')])).toBe(false)
    expect(isWithinHours([], saturday('00:00'), ZONE, [closed('2026-11-20')])).toBe(true)
    expect(isWithinHours([], friday('11:00'), ZONE, [open('2026-11-20', '10:00', '12:00')])).toBe(true)
    expect(isWithinHours([], friday('12:00'), ZONE, [open('2026-11-20', '10:00', '12:00')])).toBe(false)
  })

  const time = fc.integer({ min: 0, max: 1439 }).map(m => localTime(m * 60_000, 'UTC'))
  const moment = fc.integer({ min: 0, max: 4e12 })
  const zone = fc.constantFrom(ZONE, 'America/New_York', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'UTC')
  const DAY = 86_400_000

  it('with the hours of every day change nothing', () => {
    fc.assert(
      fc.property(time, time, moment, zone, (start, end, when, where) => {
        const dates = new Set([-DAY, 0, DAY].map(away => localDay(when + away, where)))
        const same = [...dates].map(date => open(date, start, end))
        const hours = everyDay(start, end)
        expect(isWithinHours(hours, when, where, same)).toBe(isWithinHours(hours, when, where))
      }),
    )
  })

  it('that are closed leave only what began the evening before; others elsewhere leave everything', () => {
    fc.assert(
      fc.property(time, time, moment, zone, (start, end, when, where) => {
        const hours = everyDay(start, end)
        const today = localDay(when, where)
        const overnight = start > end && localTime(when, where) < end
        expect(isWithinHours(hours, when, where, [closed(today)])).toBe(overnight)
        const far = [-3 * DAY, 3 * DAY].map(away => closed(localDay(when + away, where)))
        expect(isWithinHours(hours, when, where, far)).toBe(isWithinHours(hours, when, where))
      }),
    )
  })
})

describe('local days and times', () => {
  it('are those of the zone', () => {
    expect(localDay(at('2026-11-21T02:59:00Z'), ZONE)).toBe('2026-11-20')
    expect(localDay(at('2026-11-21T03:00:00Z'), ZONE)).toBe('2026-11-21')
    expect(localTime(at('2026-11-21T03:05:00Z'), ZONE)).toBe('00:05')
  })
})
