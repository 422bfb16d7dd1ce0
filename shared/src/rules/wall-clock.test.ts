import { describe, expect, it } from 'vitest'
import { wallClocks } from './wall-clock.ts'

const shown = (zone: string, at: string) => wallClocks(zone)(Date.parse(at)).toISOString()

describe('what a clock shows', () => {
  it('is that of the zone, in winter and in summer', () => {
    expect(shown('America/Sao_Paulo', '2026-11-22T01:30:00Z')).toBe('2026-11-21T22:30:00.000Z')
    // Brazil had summer time until 2019.
    expect(shown('America/Sao_Paulo', '2018-12-22T01:30:00Z')).toBe('2018-12-21T23:30:00.000Z')
    expect(shown('Asia/Kathmandu', '2026-01-01T00:00:00Z')).toBe('2026-01-01T05:45:00.000Z')
  })

  it('jumps where the zone does, also with offsets that are kept', () => {
    const clock = wallClocks('Europe/Berlin')
    const before = Date.parse('2026-03-29T00:59:59Z')
    expect([clock(before), clock(before + 1000), clock(before)].map(date => date.toISOString())).toEqual([
      '2026-03-29T01:59:59.000Z',
      '2026-03-29T03:00:00.000Z',
      '2026-03-29T01:59:59.000Z',
    ])
  })
})
