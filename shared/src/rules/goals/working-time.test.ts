import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_SCHEDULES, WEEKDAYS } from '../../entities/working-hours.ts'
import { isWithinHours } from '../working-hours.ts'
import { afterWorkingTime, type WorkingCalendar } from './working-time.ts'

const MINUTE = 60_000
const QUARTER = 15 * MINUTE
const HOUR = 60 * MINUTE
const at = (text: string) => Date.parse(text)
const calendar: WorkingCalendar = { schedules: DEFAULT_SCHEDULES, holidays: [], timeZone: 'America/Sao_Paulo' }

/**
 * Reference: asks of every quarter of an hour whether it is open, since all hours and changes of
 * clocks begin with one.
 */
const slowly = (from: number, to: number, { schedules, holidays, timeZone }: WorkingCalendar) => {
  let sum = 0
  for (let moment = from; moment < to; ) {
    const next = Math.min(to, moment - (moment % QUARTER) + QUARTER)
    if (isWithinHours(schedules, moment, timeZone, holidays)) sum += next - moment
    moment = next
  }
  return sum
}

const time = fc
  .integer({ min: 0, max: 95 })
  .map(n => `${String(Math.floor(n / 4)).padStart(2, '0')}:${String((n % 4) * 15).padStart(2, '0')}`)
const end = fc.oneof({ weight: 9, arbitrary: time }, { weight: 1, arbitrary: fc.constant('24:00') })
const hours = fc.tuple(time, end)
/** Weeks around the changes of clocks of these zones, and around one without any. */
const places = fc.constantFrom(
  ['America/Sao_Paulo', '2026-11-20'],
  ['America/Sao_Paulo', '2018-02-16'],
  ['America/Sao_Paulo', '2018-11-02'],
  ['America/New_York', '2026-03-07'],
  ['America/New_York', '2026-10-31'],
  ['Australia/Lord_Howe', '2026-04-04'],
  ['UTC', '2026-12-30'],
) as fc.Arbitrary<[string, string]>

const cases = fc
  .record({
    place: places,
    week: fc.array(fc.option(hours, { nil: null, freq: 4 }), { minLength: 7, maxLength: 7 }),
    holiday: fc.option(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.option(hours, { nil: null }))),
    begin: fc.integer({ min: 0, max: 2 * 1440 }),
  })
  .map(({ place: [timeZone, first], week, holiday, begin }) => {
    const schedules = week.flatMap((each, i) =>
      each ? [{ weekday: '', weekdayEn: WEEKDAYS[i]!, startTime: each[0], endTime: each[1] }] : [],
    )
    const holidays = holiday
      ? [
          {
            date: new Date(at(first) + holiday[0] * 24 * HOUR).toISOString().slice(0, 10),
            startTime: holiday[1]?.[0] ?? null,
            endTime: holiday[1]?.[1] ?? null,
          },
        ]
      : []
    const from = at(first) + begin * MINUTE
    return { calendar: { schedules, holidays, timeZone }, from }
  })

describe('afterWorkingTime', () => {
  it('counts the hours of a week without its Sunday', () => {
    // Friday 17:00 to Monday 09:00 in São Paulo: an hour, four of Saturday, an hour.
    expect(afterWorkingTime(at('2026-11-20T20:00:00Z'), 6 * HOUR, calendar)).toBe(at('2026-11-23T12:00:00Z'))
  })
  it('counts to the millisecond', () => {
    expect(afterWorkingTime(at('2026-11-20T12:00:00.250Z'), 750, calendar)).toBe(at('2026-11-20T12:00:01Z'))
  })
  it('leaves out the night and a holiday', () => {
    // Thursday 17:30: half an hour today, Friday is a holiday, the rest on Saturday from 8 on.
    const holidays = [{ date: '2026-11-20', startTime: null, endTime: null }]
    expect(afterWorkingTime(at('2026-11-19T20:30:00Z'), 2 * HOUR, { ...calendar, holidays })).toBe(
      at('2026-11-21T12:30:00Z'),
    )
  })
  it('is reached at an end of the hours, not at the next beginning', () => {
    expect(afterWorkingTime(at('2026-11-20T20:00:00Z'), HOUR, calendar)).toBe(at('2026-11-20T21:00:00Z'))
  })
  it('is never reached where nothing is ever open', () => {
    const closed = DEFAULT_SCHEDULES.map(day => ({ ...day, startTime: '00:00', endTime: '00:00' }))
    expect(afterWorkingTime(at('2026-11-20T20:00:00Z'), HOUR, { ...calendar, schedules: closed })).toBeNull()
  })
  it('is the first moment at which so much time has passed, over holidays and changed clocks', () => {
    fc.assert(
      fc.property(cases, fc.integer({ min: 1, max: 600 }), ({ calendar: any, from }, minutes) => {
        const due = afterWorkingTime(from, minutes * MINUTE, any)
        if (due === null) return
        const before = slowly(from, due - MINUTE, any)
        expect(before).toBe((minutes - 1) * MINUTE)
        expect(before + slowly(due - MINUTE, due, any)).toBe(minutes * MINUTE)
      }),
      { numRuns: 300 },
    )
  })
})
