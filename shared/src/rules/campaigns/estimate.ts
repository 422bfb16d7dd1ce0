import type { CampaignSettings } from '../../entities/campaign.ts'
import { dailyLimitOf } from './daily-limit.ts'
import { meanInterval } from './send-interval.ts'
import { nextMidnight, nextSendingMoment } from './sending-hours.ts'

/** Days ahead that an estimate looks at most. */
const HORIZON = 400

/** Returns the messages per minute of the current settings, with one decimal. */
export const perMinuteOf = (settings: CampaignSettings): number => Math.round(600_000 / meanInterval(settings)) / 10

type Question = {
  settings: CampaignSettings
  timeZone: string
  /**
   * Messages that are still to leave over the connection, including those of the other campaigns in
   * its send queue.
   */
  left: number
  sentToday: number
  /** Time at which the connection was made, epoch milliseconds. */
  since: number
  /** People a day of an official number, as in `SendConditions`. */
  tier?: number | null | undefined
  /** Time from which the connection sends, epoch milliseconds. */
  from: number
}

/**
 * Returns when the last message leaves (epoch milliseconds), with sending hours and daily limit;
 * null if that is beyond the horizon.
 */
export function estimateEnd({ settings, timeZone, left, sentToday, since, tier, from }: Question): number | null {
  const interval = meanInterval(settings)
  let at = from
  let rest = left
  let today = sentToday
  for (let day = 0; day < HORIZON; day++) {
    const midnight = nextMidnight(at, timeZone)
    // A day has one period of sending hours, or two when they cross midnight.
    for (at = nextSendingMoment(settings, at, timeZone); at < midnight; ) {
      const limit = tier === undefined ? dailyLimitOf(settings.dailyLimit, since, at) : tier
      const end = endOfHours(settings, at, midnight, timeZone)
      const may = Math.min(
        Math.floor((end - at) / interval) + 1,
        limit === null ? Infinity : Math.max(0, limit - today),
      )
      if (rest <= may) return Math.round(at + Math.max(0, rest - 1) * interval)
      rest -= may
      today += may
      at = nextSendingMoment(settings, end, timeZone)
    }
    at = Math.max(at, midnight)
    today = 0
  }
  return null
}

/** Returns the end of the sending hours that contain `at`, at the latest midnight. */
function endOfHours(settings: CampaignSettings, at: number, midnight: number, timeZone: string): number {
  const { hoursStart, hoursEnd } = settings
  if (hoursStart === hoursEnd) return midnight
  // Start of the opposite hours.
  return Math.min(midnight, nextSendingMoment({ hoursStart: hoursEnd, hoursEnd: hoursStart }, at, timeZone))
}
