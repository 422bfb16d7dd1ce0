import { addDays, firstOfMonth } from '@balcao/shared/rules/days.ts'

/** First and last day of a period, `yyyy-mm-dd`. */
export type Period = { from: string; to: string }

/** Period people ask for, ending today or before. `days7` is today and the six days before. */
export type Preset = 'today' | 'yesterday' | 'thisMonth' | 'lastMonth' | `days${number}`

/** Presets of a filter that has none of its own. */
export const PRESETS: readonly Preset[] = ['today', 'yesterday', 'days7', 'days30', 'days90', 'thisMonth', 'lastMonth']

/** Returns the days of a preset, seen from today. */
export function periodOf(preset: Preset, today: string): Period {
  switch (preset) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) }
    case 'thisMonth':
      return { from: firstOfMonth(today), to: today }
    case 'lastMonth': {
      const to = addDays(firstOfMonth(today), -1)
      return { from: firstOfMonth(to), to }
    }
    default:
      return { from: addDays(today, 1 - Number(preset.slice(4))), to: today }
  }
}

/** Returns the first preset that has these days today; undefined for any other period. */
export const presetOf = (
  { from, to }: Period,
  today: string,
  presets: readonly Preset[] = PRESETS,
): Preset | undefined =>
  presets.find(preset => {
    const period = periodOf(preset, today)
    return period.from === from && period.to === to
  })
