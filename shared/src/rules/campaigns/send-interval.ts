import type { CampaignSettings } from '../../entities/campaign.ts'

/** Share by which each interval varies either way. */
const VARIED = 0.2

/**
 * Minimum time between two messages of a connection without an interval (milliseconds): no phone
 * should send more a second, and a fast campaign must leave table and workers free for people's
 * replies.
 */
const MIN_INTERVAL_MS = 100
const atLeast = (interval: number): number => Math.max(MIN_INTERVAL_MS, interval)

type IntervalSettings = Pick<CampaignSettings, 'messageInterval' | 'longerIntervalAfter' | 'greaterInterval'>

/**
 * Returns a time (seconds) varied by a fifth either way, in milliseconds. `random` is in [0, 1).
 */
const varied = (seconds: number, random: number): number => Math.round(seconds * 1000 * (1 + VARIED * (2 * random - 1)))

/**
 * Returns the pause of a connection after a message, in milliseconds (decision 0019): the message
 * interval, and after every `longerIntervalAfter` messages the greater one, at least
 * `MIN_INTERVAL_MS`. `run` counts the messages since the last greater interval, this one included;
 * the new count is returned too.
 */
export function nextInterval(
  run: number,
  settings: IntervalSettings,
  random: number,
): { interval: number; run: number } {
  const isLong = settings.longerIntervalAfter > 0 && run >= settings.longerIntervalAfter
  const interval = varied(isLong ? settings.greaterInterval : settings.messageInterval, random)
  return { interval: atLeast(interval), run: isLong ? 0 : run }
}

/** Returns the average milliseconds per message. */
export function meanInterval({ messageInterval, longerIntervalAfter, greaterInterval }: IntervalSettings): number {
  const short = atLeast(messageInterval * 1000)
  if (longerIntervalAfter <= 0) return short
  return (short * (longerIntervalAfter - 1) + atLeast(greaterInterval * 1000)) / longerIntervalAfter
}
