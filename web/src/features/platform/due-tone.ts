import { daysBetween } from '#/lib/format.ts'

/** 1-support §9: 5 days ahead yellow (`soon`), from 4 days ahead to 3 behind orange (`near`), 4 behind red (`late`). Epoch ms or ISO; days are the company's. */
export function dueTone(now: number, dueDate: string, timezone: string): 'none' | 'soon' | 'near' | 'late' {
  const days = daysBetween(now, dueDate, timezone)
  if (days > 5) return 'none'
  if (days === 5) return 'soon'
  return days >= -3 ? 'near' : 'late'
}
