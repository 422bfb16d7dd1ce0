import { localValue } from '#/lib/local-value.ts'

const DAY_MS = 24 * 60 * 60_000

/** Time at which each bar that was put off may be shown again, epoch ms; for this browser. */
export const putOffUntil = localValue<Readonly<Record<string, number>>>(
  'bars',
  raw => {
    try {
      const stored: unknown = JSON.parse(raw ?? '{}')
      return stored && typeof stored === 'object' ? (stored as Record<string, number>) : {}
    } catch {
      return {}
    }
  },
  JSON.stringify,
)

export const putOff = (bar: string, now = Date.now()) => putOffUntil.set(all => ({ ...all, [bar]: now + DAY_MS }))

/**
 * Returns whether a bar waits until later; a clock that was set back does not hide it for longer.
 */
export const isPutOff = (all: Readonly<Record<string, number>>, bar: string, now = Date.now()): boolean => {
  const left = (all[bar] ?? 0) - now
  return left > 0 && left <= DAY_MS
}
