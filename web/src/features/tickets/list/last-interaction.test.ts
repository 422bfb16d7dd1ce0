import { describe, expect, it } from 'vitest'
import { lastInteraction } from './last-interaction.ts'

const now = Date.UTC(2026, 0, 10, 12)
const ago = (minutes: number) => lastInteraction(new Date(now - minutes * 60_000).toISOString(), now)

describe('lastInteraction', () => {
  it.each([
    [0, null],
    [2, null],
    [3, { tone: 'success', unit: 'minutes', count: 3 }],
    [10, { tone: 'success', unit: 'minutes', count: 10 }],
    [11, { tone: 'warning', unit: 'minutes', count: 11 }],
    [29, { tone: 'warning', unit: 'minutes', count: 29 }],
    [30, { tone: 'warning', unit: 'minutes', count: 30 }],
    [59, { tone: 'warning', unit: 'minutes', count: 59 }],
    [60, { tone: 'danger', unit: 'hours', count: 1 }],
    [23 * 60 + 59, { tone: 'danger', unit: 'hours', count: 23 }],
    [24 * 60, { tone: 'danger', unit: 'days', count: 1 }],
    [72 * 60 + 5, { tone: 'danger', unit: 'days', count: 3 }],
  ] as const)('%i minutes', (minutes, label) => {
    expect(ago(minutes)).toEqual(label)
  })

  it('has no label for a clock that runs ahead', () => {
    expect(ago(-5)).toBeNull()
  })
})
