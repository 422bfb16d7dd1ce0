import { describe, expect, it } from 'vitest'
import { momentIn, snoozePresets } from './snooze-presets.ts'

const SP = 'America/Sao_Paulo'
const at = (text: string) => Date.parse(text)

describe('the times a ticket is put off to', () => {
  it('are of the zone: late in the evening tomorrow is the next day there', () => {
    // Sunday, 22:30 in São Paulo; already Monday in UTC.
    const now = at('2026-11-23T01:30:00Z')
    expect(snoozePresets(now, SP)).toEqual({
      inAnHour: at('2026-11-23T02:30:00Z'),
      tomorrow: at('2026-11-23T12:00:00Z'),
      monday: at('2026-11-23T12:00:00Z'),
    })
  })

  it.each([
    ['2026-11-23T15:00:00Z', '2026-11-30T12:00:00Z'],
    ['2026-11-27T15:00:00Z', '2026-11-30T12:00:00Z'],
    ['2026-11-28T15:00:00Z', '2026-11-30T12:00:00Z'],
  ])('have the Monday that comes: from %s it is %s', (now, monday) => {
    expect(snoozePresets(at(now), SP).monday).toBe(at(monday))
  })

  it('are nine by the clocks on the other side of a change of clocks', () => {
    // Clocks go back in New York on Sunday, 1 November 2026.
    const { tomorrow } = snoozePresets(at('2026-10-31T16:00:00Z'), 'America/New_York')
    expect(tomorrow).toBe(at('2026-11-01T14:00:00Z'))
  })
})

describe('a chosen time', () => {
  it('is what the clocks of the zone show', () => {
    expect(momentIn('2026-12-24T18:15', SP)).toBe(at('2026-12-24T21:15:00Z'))
    for (const none of ['', '2026-12-24T', '2026-12-24T25:00', '2026-12-24T18:60', '2026-02-31T18:15', '31/1T18:15'])
      expect(momentIn(none, SP)).toBeUndefined()
  })
})
