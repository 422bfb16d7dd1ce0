import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_CAMPAIGN_SETTINGS, LONG_INTERVALS, SEND_INTERVALS } from '../../entities/campaign.ts'
import { localTime } from '../working-hours.ts'
import { dailyLimitOf } from './daily-limit.ts'
import { estimateEnd, perMinuteOf } from './estimate.ts'
import { isFailingTooOften } from './failures.ts'
import { isOptOut } from './opt-out-words.ts'
import {
  EMPTY_SEND_QUEUE,
  joinSendQueue,
  pauseSendQueue,
  recordSend,
  type SendConditions,
  type SendQueue,
  waitReason,
} from './send-queue.ts'
import { isSendingHour, nextSendingMoment } from './sending-hours.ts'
import { textFor, variantAt } from './variant.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const ZONE = 'America/Sao_Paulo'
const NEW_YORK = 'America/New_York'

/**
 * Returns the moments of a queue's messages from `from` on, as the worker sends them: when the tick
 * is due.
 */
function sendFor(
  ms: number,
  from: number,
  context: Partial<SendConditions>,
  random: () => number,
  most = Infinity,
): number[] {
  const sent: number[] = []
  let sendQueue: SendQueue = joinSendQueue(EMPTY_SEND_QUEUE, 'a', from)
  while (sendQueue.dueAt < from + ms && sent.length < most) {
    const now = sendQueue.dueAt
    const given: SendConditions = {
      now,
      timeZone: ZONE,
      settings: DEFAULT_CAMPAIGN_SETTINGS,
      maySend: true,
      connected: true,
      since: from - 40 * DAY,
      ...context,
    }
    const why = waitReason(sendQueue, given)
    if (why) sendQueue = pauseSendQueue(sendQueue, why, now)
    else {
      sent.push(now)
      sendQueue = recordSend(sendQueue, 'a', given, random())
    }
  }
  return sent
}

const noise = (seed: number) => {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}

describe('the pace of a connection', () => {
  it('keeps every gap of a day within its interval and within the hours, with the greater one when it is due', () => {
    const pace = fc.record({
      messageInterval: fc.constantFrom(...SEND_INTERVALS.filter(seconds => seconds > 5)),
      longerIntervalAfter: fc.constantFrom(...LONG_INTERVALS),
      greaterInterval: fc.constantFrom(...LONG_INTERVALS.filter(seconds => seconds >= 30)),
    })
    // In New York clocks go forward on 8 March 2026 and back on 1 November.
    const begin = fc.constantFrom('2026-03-08T00:00:00Z', '2026-11-01T00:00:00Z', '2026-06-10T15:00:00Z')
    fc.assert(
      fc.property(pace, begin, fc.integer({ min: 1, max: 1e6 }), (given, at, seed) => {
        const settings = { ...DEFAULT_CAMPAIGN_SETTINGS, ...given }
        const sent = sendFor(DAY, Date.parse(at), { settings, timeZone: NEW_YORK }, noise(seed))
        expect(sent.length).toBeGreaterThan(100)
        let run = 0
        for (const [i, moment] of sent.entries()) {
          expect(isSendingHour(settings, moment, NEW_YORK)).toBe(true)
          run += 1
          const interval = (sent[i + 1] ?? moment) - moment
          const isLong = given.longerIntervalAfter > 0 && run >= given.longerIntervalAfter
          if (isLong) run = 0
          if (i === sent.length - 1 || interval > 10 * HOUR) continue
          const seconds = isLong ? given.greaterInterval : given.messageInterval
          expect(interval).toBeGreaterThanOrEqual(seconds * 800 - 1)
          expect(interval).toBeLessThanOrEqual(seconds * 1200 + 1)
        }
      }),
      { numRuns: 4 },
    )
  })

  it('sends ten a second where no interval is set, as is estimated', () => {
    const from = Date.parse('2026-11-20T15:00:00Z')
    const unpaced = { messageInterval: 0, longerIntervalAfter: 0, dailyLimit: 'off' } as const
    const settings = { ...DEFAULT_CAMPAIGN_SETTINGS, ...unpaced }
    const sent = sendFor(DAY, from, { settings }, noise(5), 601)
    expect(sent.at(-1)! - from).toBe(60_000)
    expect(perMinuteOf(settings)).toBe(600)
    expect(estimateEnd({ settings, timeZone: ZONE, left: 601, sentToday: 0, since: 0, from })).toBe(from + 60_000)
    // The greater interval may be absent, or the only one.
    expect(perMinuteOf({ ...settings, longerIntervalAfter: 5, greaterInterval: 0 })).toBe(600)
    expect(perMinuteOf({ ...settings, longerIntervalAfter: 1, greaterInterval: 10 })).toBe(6)
  })

  it('begins with the hours, on the clock of the zone whatever it does', () => {
    for (const day of ['2026-03-08', '2026-11-01']) {
      const opens = nextSendingMoment(DEFAULT_CAMPAIGN_SETTINGS, Date.parse(`${day}T05:30:00Z`), NEW_YORK)
      expect(localTime(opens, NEW_YORK)).toBe('08:00')
    }
    const overnight = { hoursStart: '20:00', hoursEnd: '06:00' }
    expect(isSendingHour(overnight, Date.parse('2026-11-20T08:59:59Z'), ZONE)).toBe(true)
    expect(isSendingHour(overnight, Date.parse('2026-11-20T09:00:00Z'), ZONE)).toBe(false)
    expect(isSendingHour({ hoursStart: '08:00', hoursEnd: '08:00' }, Date.parse('2026-11-20T09:00:00Z'), ZONE)).toBe(
      true,
    )
  })

  it('ends for the day with the limit of a young connection', () => {
    const from = Date.parse('2026-11-20T11:00:00Z')
    const since = from - HOUR
    const days = (sent: number[]) => [0, 1].map(day => sent.filter(at => Math.floor((at - from) / DAY) === day).length)
    expect(days(sendFor(2 * DAY, from, { since }, noise(3)))).toEqual([20, 20])
    expect([0, 6, 7, 14, 21, 29, 30].map(day => dailyLimitOf('auto', 0, day * DAY))).toEqual([
      20,
      20,
      50,
      100,
      200,
      200,
      null,
    ])
    expect([dailyLimitOf('off', 0, 0), dailyLimitOf(7, 0, 0), dailyLimitOf(7, 0, 30 * DAY)]).toEqual([null, 7, null])
  })
})

describe('a pause', () => {
  it('comes when more than five of the last hundred failed', () => {
    expect(isFailingTooOften([1, 2, 3, 4, 5], 5)).toBe(false)
    expect(isFailingTooOften([1, 2, 3, 4, 5, 6], 6)).toBe(true)
    expect(isFailingTooOften([1, 2, 3, 4, 5, 6], 101)).toBe(false)
  })
})

describe('the end that is estimated', () => {
  it('is about when the last message leaves, with the hours, the limit and the pace', () => {
    const from = Date.parse('2026-11-20T18:00:00Z')
    const settings = DEFAULT_CAMPAIGN_SETTINGS
    for (const [left, since] of [
      [100, 0],
      [800, 0],
      [50, from - DAY],
    ] as const) {
      const sent = sendFor(40 * DAY, from, { since }, noise(9), left)
      const end = estimateEnd({ settings, timeZone: ZONE, left, sentToday: 0, since, from })
      expect(Math.abs((end ?? 0) - sent.at(-1)!)).toBeLessThan(HOUR)
    }
  })
})

describe('the words of a campaign', () => {
  const texts = Object.fromEntries(
    ['message', 'confirmationMessage'].flatMap(kind => [1, 2, 3, 4, 5].map(n => [`${kind}${n}`, ''])),
  ) as Parameters<typeof variantAt>[0]

  it('are chosen evenly among those that are there, and another one when theirs was emptied', () => {
    const given = { ...texts, message1: 'A', message3: 'C', message5: 'E' }
    const chosen = Array.from({ length: 300 }, (_, place) => variantAt(given, 'message', place))
    for (const variant of [1, 3, 5]) expect(chosen.filter(each => each === variant)).toHaveLength(100)
    expect(textFor(given, 'message', 3, 7)).toBe('C')
    expect(['A', 'E']).toContain(textFor({ ...given, message3: ' ' }, 'message', 3, 7))
    expect(textFor(texts, 'message', 3, 7)).toBe('')
  })

  it('that opt out are one word alone', () => {
    expect(['sair', 'SAIR', ' Stop! ', 'parar', 'Cancelar.', 'baja', '¡Salir!', 'Unsubscribe'].map(isOptOut)).toEqual(
      Array(8).fill(true),
    )
    expect(['quero sair', 'sair agora', 'não', '', 'stopper', '1'].map(isOptOut)).toEqual(Array(6).fill(false))
  })
})
