import { localValue } from './local-value.ts'

/**
 * Volume of notification sounds, 0 to 1 in steps of 0.1, kept in the browser; 0.5 until someone
 * changes it.
 */
export const volume = localValue<number>(
  'volume',
  raw => {
    const value = raw === null ? 0.5 : Number(raw)
    return Number.isFinite(value) && value >= 0 && value <= 1 ? Math.round(value * 10) / 10 : 0.5
  },
  String,
)
