import { expect, it } from 'vitest'
import { snoozeMoment } from './snooze-moment.ts'

it.each([
  ['inAnHour', '2026-11-20T14:00:00Z'],
  ['tomorrow', '2026-11-21T12:00:00Z'],
  ['PT30M', '2026-11-20T13:30:00Z'],
  ['PT4H', '2026-11-20T17:00:00Z'],
  ['P2D', '2026-11-22T13:00:00Z'],
  ['2026-12-24T10:00:00Z', '2026-12-24T10:00:00Z'],
])('%s', (until, expected) => {
  const now = Date.parse('2026-11-20T13:00:00Z')
  expect(snoozeMoment(until, now, 'America/Sao_Paulo')).toBe(Date.parse(expected))
})
