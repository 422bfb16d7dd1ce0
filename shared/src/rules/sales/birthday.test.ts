import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays } from '../days.ts'
import { localDay, localTime } from '../working-hours.ts'
import { birthdaysOf, congratulationMoment, nextCongratulation } from './birthday.ts'

it('every day of the year is kept once a year, 29 February on the 28th where there is none', () => {
  for (const [year, leap] of [
    [2026, false],
    [2028, true],
    [2100, false],
  ] as const) {
    const kept = Array.from({ length: leap ? 366 : 365 }, (_, i) => birthdaysOf(addDays(`${year}-01-01`, i))).flat()
    expect([kept.length, new Set(kept).size]).toEqual([366, 366])
    expect(birthdaysOf(`${year}-02-28`)).toEqual(leap ? ['02-28'] : ['02-28', '02-29'])
  }
})

it('the next moment is the first at nine that has not come, in any zone', () => {
  const zones = fc.constantFrom('America/Sao_Paulo', 'Europe/Lisbon', 'Australia/Lord_Howe', 'UTC')
  fc.assert(
    fc.property(fc.integer({ min: 1e12, max: 3e12 }), zones, (now, zone) => {
      const { day, dueAt } = nextCongratulation(now, zone)
      expect([localDay(dueAt, zone), localTime(dueAt, zone)]).toEqual([day, '09:00'])
      expect(dueAt > now && congratulationMoment(addDays(day, -1), zone) <= now).toBe(true)
    }),
    { numRuns: 100 },
  )
})
