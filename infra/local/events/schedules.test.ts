import { describe, expect, it } from 'vitest'
import { cronJob, type Schedule } from './start-schedules.ts'

const schedule = (expression: string): Schedule => ({
  name: 's',
  expression,
  timezone: 'UTC',
  function: 'f',
  input: null,
})
const next = (expression: string, from: string) => cronJob(schedule(expression)).nextRun(new Date(from))?.toISOString()

describe('cron expressions of AWS', () => {
  it.each([
    ['cron(15 10 * * ? *)', '2026-11-20T12:00:00Z', '2026-11-21T10:15:00.000Z'],
    ['cron(0/10 * * * ? *)', '2026-11-20T12:01:00Z', '2026-11-20T12:10:00.000Z'],
    // 2 is Monday on AWS; 20 November 2026 is a Friday.
    ['cron(0 8 ? * 2 *)', '2026-11-20T12:00:00Z', '2026-11-23T08:00:00.000Z'],
    ['cron(0 8 ? * MON-FRI *)', '2026-11-20T12:00:00Z', '2026-11-23T08:00:00.000Z'],
    ['cron(0 0 1 1 ? 2030)', '2026-11-20T12:00:00Z', '2030-01-01T00:00:00.000Z'],
  ])('%s', (expression, from, expected) => {
    expect(next(expression, from)).toBe(expected)
  })

  it('refuses what it cannot read', () => {
    expect(() => next('cron(0 8 * *)', '2026-11-20T12:00:00Z')).toThrow('cannot read')
    expect(() => next('every day', '2026-11-20T12:00:00Z')).toThrow('cannot read')
  })
})
