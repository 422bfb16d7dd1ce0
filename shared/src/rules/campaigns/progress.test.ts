import { describe, expect, it } from 'vitest'
import { RECIPIENT_STATES, type RecipientCounts } from '../../entities/campaign.ts'
import { progressPercent, validAmong } from './progress.ts'

const counts = (some: Partial<RecipientCounts>): RecipientCounts => ({
  ...(Object.fromEntries(RECIPIENT_STATES.map(state => [state, 0])) as RecipientCounts),
  ...some,
})

describe('how far a campaign is', () => {
  it('is measured by those with WhatsApp who did not opt out', () => {
    expect(validAmong(counts({ waiting: 3, failed: 1, read: 2, invalid: 4, optedOut: 5 }))).toBe(6)
    expect(validAmong(counts({}))).toBe(0)
  })

  it.each([
    [0, 0, 0],
    [0, 40, 0],
    [1, 3, 33.3],
    [2, 3, 66.7],
    [39, 40, 97.5],
    [40, 40, 100],
  ])('%i of %i are %d per cent', (delivered, valid, percent) => {
    expect(progressPercent(delivered, valid)).toBe(percent)
  })

  it('is whole only when everybody has it', () => {
    expect(progressPercent(99_999, 100_000)).toBe(99.9)
  })
})
