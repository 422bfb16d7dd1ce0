import { expect, it } from 'vitest'
import { WeekdaySchedule } from './working-hours.ts'

const day = (startTime: string, endTime: string) =>
  WeekdaySchedule.safeParse({ weekday: 'Segunda-feira', weekdayEn: 'monday', startTime, endTime }).success

it('takes 24:00 as an end and never as a start', () => {
  expect([day('00:00', '24:00'), day('18:30', '24:00'), day('00:00', '00:00')]).toEqual([true, true, true])
  for (const [start, end] of [
    ['24:00', '24:00'],
    ['08:00', '24:01'],
    ['08:00', '25:00'],
    ['8:00', '24:00'],
  ] as const)
    expect([start, end, day(start, end)]).toEqual([start, end, false])
})
