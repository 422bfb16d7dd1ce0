import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_CAMPAIGN_SETTINGS } from '../../entities/campaign.ts'
import { estimateEnd } from './estimate.ts'
import { officialSettings, tierOf } from './official-pace.ts'
import { isOptOut } from './opt-out-words.ts'
import { EMPTY_SEND_QUEUE, recordSend, waitReason } from './send-queue.ts'
import { freeAgainAt, type HourCount, startedSince, withStarted } from './started-people.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const settings = officialSettings({ ...DEFAULT_CAMPAIGN_SETTINGS, hoursStart: '00:00', hoursEnd: '00:00' })
const common = { timeZone: 'America/Sao_Paulo', settings, maySend: true, connected: true, since: 0 }

describe('the people an official number writes to first', () => {
  it('are never more than its tier within any 24 hours, and it waits no longer than an hour more', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 8 * HOUR }), { maxLength: 300 }), pauses => {
        const tier = 10
        const sent: number[] = []
        let hours: HourCount[] = []
        let now = Date.parse('2026-11-20T10:00:00Z')
        for (const pause of pauses) {
          now += pause
          if (startedSince(hours, now) >= tier) {
            const free = freeAgainAt(hours, tier, now)
            expect(free).toBeGreaterThan(now)
            expect(free).toBeLessThanOrEqual(now + DAY + HOUR)
            expect(startedSince(hours, free)).toBeLessThan(tier)
            now = free
          }
          hours = withStarted(hours, now)
          sent.push(now)
          expect(sent.filter(at => at > now - DAY).length).toBeLessThanOrEqual(tier)
          expect(hours.length).toBeLessThanOrEqual(26)
        }
      }),
    )
  })

  it('make the queue wait at the tier, but not for those who wrote, nor without a tier', () => {
    const now = Date.parse('2026-11-20T10:00:00Z')
    let queue = EMPTY_SEND_QUEUE
    for (let i = 0; i < 2; i++) queue = recordSend(queue, 'c', { ...common, now, tier: 2 }, 0.5)
    expect(waitReason(queue, { ...common, now, tier: 2 })).toEqual({ wait: 'dailyLimit', until: now + DAY + HOUR })
    expect(waitReason(queue, { ...common, now, tier: null })).toBeUndefined()
    const answered = recordSend(EMPTY_SEND_QUEUE, 'c', { ...common, now, tier: 1 }, 0.5, false)
    expect(waitReason(answered, { ...common, now, tier: 1 })).toBeUndefined()
  })

  it('decide how many days a campaign takes', () => {
    const from = Date.parse('2026-11-20T12:00:00Z')
    const end = estimateEnd({ ...common, left: 2500, sentToday: 0, tier: 1000, from })!
    expect((end - from) / DAY).toBeGreaterThan(1)
    expect((end - from) / DAY).toBeLessThan(3)
    expect(tierOf(null)).toBe(250)
    expect(tierOf('TIER_UNLIMITED')).toBeNull()
  })
})

it('opting out is recognized on buttons as companies and Meta write them', () => {
  const buttons = ['Parar promoções', 'PARAR PROMOÇÕES 🚫', 'Stop promotions', 'Detener promociones', 'Sair', 'opt-out']
  expect(buttons.filter(text => !isOptOut(text))).toEqual([])
  expect(['Quero ver', 'Parar', 'promoções', 'Não quero'].map(isOptOut)).toEqual([false, true, false, false])
})
