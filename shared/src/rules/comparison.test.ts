import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayVerdict, percentChange } from './comparison.ts'

describe('a change in percent', () => {
  it.each([
    [112, 100, 12],
    [88, 100, -12],
    [100, 100, 0],
    [201, 200, 1],
    [199, 200, -1],
    [0, 5, -100],
    [5, 0, null],
    [0, 0, null],
  ])('from %3$s: %1$s after %2$s', (now, before, percent) => expect(percentChange(now, before)).toBe(percent))

  it('has the sign of the difference, or is none', () => {
    const figure = fc.nat(1_000_000)
    fc.assert(
      fc.property(figure, figure, (now, before) => {
        const percent = percentChange(now, before)
        if (percent === null) expect(before).toBe(0)
        else if (percent !== 0) expect(Math.sign(percent)).toBe(Math.sign(now - before))
      }),
    )
  })
})

describe('how the day goes', () => {
  const day = (made: number, revenue: number) => ({ made, revenue })
  it('is told by revenue, else by tickets, and not without anything to compare', () => {
    expect(dayVerdict(day(1, 120), day(10, 100))).toBe('better')
    expect(dayVerdict(day(10, 50), day(1, 100))).toBe('worse')
    expect(dayVerdict(day(10, 105), day(1, 100))).toBe('usual')
    expect(dayVerdict(day(20, 500), day(10, 0))).toBe('better')
    expect(dayVerdict(day(20, 500), day(0, 0))).toBe('unknown')
  })
})
