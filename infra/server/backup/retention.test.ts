import { describe, expect, it } from 'vitest'
import { backupsToKeep } from './retention.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const at = (iso: string) => Date.parse(iso)
const kept = (moments: number[], now: number) =>
  [...backupsToKeep(moments, now)].sort().map(moment => new Date(moment).toISOString().slice(0, 16))

/** Moments of a backup a day at 03:30 that end with a day. */
const nightly = (days: number, last: string) =>
  Array.from({ length: days }, (_, i) => at(`${last}T03:30:00Z`) - i * DAY_MS)

describe('backups to keep', () => {
  it('are the last of seven days, four weeks and six months', () => {
    const now = at('2026-11-28T04:00:00Z')
    expect(kept(nightly(400, '2026-11-28'), now)).toEqual([
      '2026-06-30T03:30',
      '2026-07-31T03:30',
      '2026-08-31T03:30',
      '2026-09-30T03:30',
      '2026-10-31T03:30',
      '2026-11-08T03:30',
      '2026-11-15T03:30',
      '2026-11-22T03:30',
      '2026-11-23T03:30',
      '2026-11-24T03:30',
      '2026-11-25T03:30',
      '2026-11-26T03:30',
      '2026-11-27T03:30',
      '2026-11-28T03:30',
    ])
  })

  it('are the same when each night removes what the night before kept in vain', () => {
    let have: number[] = []
    for (const night of nightly(400, '2026-11-28').reverse()) {
      have = [...backupsToKeep([...have, night], night)]
      expect(have.length).toBeLessThanOrEqual(17)
    }
    const now = at('2026-11-28T04:00:00Z')
    expect(kept(have, now)).toEqual(kept(nightly(400, '2026-11-28'), now))
  })

  it('are all of the last 24 hours, then the last of their day', () => {
    const hourly = Array.from({ length: 48 }, (_, i) => at('2026-11-28T10:00:00Z') - i * HOUR_MS)
    const found = kept(hourly, at('2026-11-28T10:00:01Z'))
    expect(found).toHaveLength(25)
    expect(found.slice(0, 2)).toEqual(['2026-11-26T23:00', '2026-11-27T11:00'])
  })

  it('span years of a server that was seldom on, and never none', () => {
    const seldom = ['2020-01-01', '2021-02-02', '2022-03-03'].map(day => at(`${day}T00:00:00Z`))
    expect(kept(seldom, at('2026-11-28T10:00:00Z'))).toHaveLength(3)
    expect(kept([], 0)).toEqual([])
  })
})
