import type { CampaignSettings } from '../../entities/campaign.ts'
import { dailyLimitOf } from './daily-limit.ts'
import { meanGap } from './pacing.ts'
import { nextMidnight, nextSendingMoment } from './sending-hours.ts'

/** Nobody plans further ahead (days). */
const HORIZON = 400

/** Messages a minute by the pace that is set, with one decimal. */
export const perMinuteOf = (settings: CampaignSettings): number => Math.round(600_000 / meanGap(settings)) / 10

type Question = {
  settings: CampaignSettings
  timeZone: string
  /** Messages that are still to leave over the connection, those of campaigns it has in turn with included. */
  left: number
  sentToday: number
  /** When the connection was made, epoch ms. */
  since: number
  /** From when on it sends, epoch ms. */
  from: number
}

/** When the last message leaves (epoch ms), hours and daily limit included; null when that is further than anybody plans. */
export function estimateEnd({ settings, timeZone, left, sentToday, since, from }: Question): number | null {
  const gap = meanGap(settings)
  let at = from
  let rest = left
  let today = sentToday
  for (let day = 0; day < HORIZON; day++) {
    const midnight = nextMidnight(at, timeZone)
    // A day has one stretch of hours, or two when they go over midnight.
    for (at = nextSendingMoment(settings, at, timeZone); at < midnight; ) {
      const limit = dailyLimitOf(settings.dailyLimit, since, at)
      const end = endOfHours(settings, at, midnight, timeZone)
      const may = Math.min(Math.floor((end - at) / gap) + 1, limit === null ? Infinity : Math.max(0, limit - today))
      if (rest <= may) return Math.round(at + Math.max(0, rest - 1) * gap)
      rest -= may
      today += may
      at = nextSendingMoment(settings, end, timeZone)
    }
    at = Math.max(at, midnight)
    today = 0
  }
  return null
}

/** Where the stretch of hours that `at` lies in ends, at midnight at the latest. */
function endOfHours(settings: CampaignSettings, at: number, midnight: number, timeZone: string): number {
  const { hoursStart, hoursEnd } = settings
  if (hoursStart === hoursEnd) return midnight
  // The moment at which the opposite hours begin.
  return Math.min(midnight, nextSendingMoment({ hoursStart: hoursEnd, hoursEnd: hoursStart }, at, timeZone))
}
