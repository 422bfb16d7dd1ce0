import { daysBetween } from '#/lib/format.ts'

/**
 * Returns the tone of a due date (decision 0041): 5 days ahead yellow (`soon`), from 4 days ahead
 * to 3 behind orange (`near`), from 4 behind red (`late`). Epoch ms or ISO; days are the company's.
 */
export function dueTone(now: number, dueDate: string, timezone: string): 'none' | 'soon' | 'near' | 'late' {
  const days = daysBetween(now, dueDate, timezone)
  if (days > 5) return 'none'
  if (days === 5) return 'soon'
  return days >= -3 ? 'near' : 'late'
}
