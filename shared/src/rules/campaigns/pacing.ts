import type { CampaignSettings } from '../../entities/campaign.ts'

/** Each interval is varied by so much either way. */
const VARIED = 0.2

type Pace = Pick<CampaignSettings, 'messageInterval' | 'longerIntervalAfter' | 'greaterInterval'>

/** A time (seconds) varied by a fifth either way, in milliseconds. `random` is in [0, 1). */
const varied = (seconds: number, random: number): number => Math.round(seconds * 1000 * (1 + VARIED * (2 * random - 1)))

/**
 * How long a connection waits behind a message (4-decisions §7), in milliseconds: the message interval, and behind every
 * `longerIntervalAfter` messages the greater one. `run` counts the messages since the last greater interval, the one that just left
 * included; it is answered as it is then.
 */
export function gapBehind(run: number, pace: Pace, random: number): { gap: number; run: number } {
  const isLong = pace.longerIntervalAfter > 0 && run >= pace.longerIntervalAfter
  return isLong
    ? { gap: varied(pace.greaterInterval, random), run: 0 }
    : { gap: varied(pace.messageInterval, random), run }
}

/** Milliseconds per message in the long run. */
export function meanGap({ messageInterval, longerIntervalAfter, greaterInterval }: Pace): number {
  if (longerIntervalAfter <= 0) return messageInterval * 1000
  return (1000 * (messageInterval * (longerIntervalAfter - 1) + greaterInterval)) / longerIntervalAfter
}
