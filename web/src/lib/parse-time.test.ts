import { describe, expect, it } from 'vitest'
import { parseTime } from './parse-time.ts'

describe('a typed time', () => {
  it.each([
    ['8', '08:00'],
    ['18', '18:00'],
    ['830', '08:30'],
    ['0830', '08:30'],
    ['8:5', '08:05'],
    ['23:59', '23:59'],
    ['7:', '07:00'],
  ])('%s is %s', (typed, time) => expect(parseTime(typed)).toBe(time))

  it.each(['24', '2400', '24:00', '24:0'])('%s is the end of a day, where an end is asked for', typed => {
    expect(parseTime(typed, true)).toBe('24:00')
    expect(parseTime(typed)).toBeNull()
  })

  it.each(['24:01', '24:30', '25:00'])('%s is no end either', typed => expect(parseTime(typed, true)).toBeNull())

  it.each(['', '24:00', '12:60', '25', 'x', '123456'])('%s is none', typed => expect(parseTime(typed)).toBeNull())
})
