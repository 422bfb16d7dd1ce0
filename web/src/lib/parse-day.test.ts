import { addDays } from '@balcao/shared/rules/days.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDay, writtenDay } from './parse-day.ts'

const TODAY = '2026-11-28'

describe('a typed day', () => {
  it.each([
    ['28/11/2026', '2026-11-28'],
    ['5/3/2026', '2026-03-05'],
    ['05.03.26', '2026-03-05'],
    ['5-3', '2026-03-05'],
    ['28112026', '2026-11-28'],
    ['281126', '2026-11-28'],
    ['2811', '2026-11-28'],
    ['2026-11-28', '2026-11-28'],
    [' 28/11/2026 ', '2026-11-28'],
    ['29/02/2028', '2028-02-29'],
    // Birthdays are typed with two digits, too.
    ['05/03/85', '1985-03-05'],
    ['05/03/46', '2046-03-05'],
    ['05/03/47', '1947-03-05'],
  ])('%s is %s', (typed, day) => expect(parseDay(typed, TODAY)).toBe(day))

  it.each([
    '',
    '28',
    '28/',
    '28/11/',
    '28/11/202',
    '29/02/2026',
    '31/04/2026',
    '00/01/2026',
    '01/13/2026',
    'hoje',
    '1/2/3/4',
  ])('%j is none', typed => expect(parseDay(typed, TODAY)).toBeUndefined())

  it('is read as it is written', () => {
    fc.assert(
      fc.property(fc.integer({ min: -50_000, max: 50_000 }), count => {
        const day = addDays(TODAY, count)
        expect(parseDay(writtenDay(day), TODAY)).toBe(day)
      }),
    )
  })
})
