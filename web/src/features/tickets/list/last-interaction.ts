/** Label of a ticket's last interaction: how long ago it was, with its tone (decision 0041). */
export type Interaction = {
  tone: 'success' | 'warning' | 'danger'
  unit: 'minutes' | 'hours' | 'days'
  count: number
} | null

const MINUTE = 60_000

/**
 * Returns green minutes from 3 to 10 min, amber minutes from 11 to 59, red hours from 60 min to 24
 * h, then red days; null before 3 minutes (decision 0041).
 */
export function lastInteraction(updatedAt: string, now: number): Interaction {
  const minutes = Math.floor((now - Date.parse(updatedAt)) / MINUTE)
  if (minutes >= 24 * 60) return { tone: 'danger', unit: 'days', count: Math.floor(minutes / (24 * 60)) }
  if (minutes >= 60) return { tone: 'danger', unit: 'hours', count: Math.floor(minutes / 60) }
  if (minutes >= 11) return { tone: 'warning', unit: 'minutes', count: minutes }
  if (minutes >= 3) return { tone: 'success', unit: 'minutes', count: minutes }
  return null
}
