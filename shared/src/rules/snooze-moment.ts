import { snoozePresets } from './snooze-presets.ts'

const UNITS = { M: 60_000, H: 3_600_000, D: 86_400_000 } as const

/**
 * Returns the moment (epoch ms) that an action's snooze names: a preset, a time from `now` on
 * (`PT30M`, `PT4H`, `P2D`), or an instant.
 */
export function snoozeMoment(until: string, now: number, timeZone: string): number {
  const presets = snoozePresets(now, timeZone)
  if (until in presets) return presets[until as keyof typeof presets]
  const [, count, unit] = /^PT?(\d+)([MHD])$/.exec(until) ?? []
  return unit ? now + Number(count) * UNITS[unit as keyof typeof UNITS] : Date.parse(until)
}
