/** The label of 1-support §4: how long ago a ticket was touched, and how worried to be. */
export type Interaction = {
  tone: 'success' | 'warning' | 'danger'
  unit: 'minutes' | 'hours' | 'days'
  count: number
} | null

const MINUTE = 60_000

/**
 * 3 to 10 min green minutes; 11 to 59 min amber minutes (4-decisions §12, 1-support §4); 60 min to 24 h red hours; from
 * 24 h red days. Before that there is none.
 */
export function lastInteraction(updatedAt: string, now: number): Interaction {
  const minutes = Math.floor((now - Date.parse(updatedAt)) / MINUTE)
  if (minutes >= 24 * 60) return { tone: 'danger', unit: 'days', count: Math.floor(minutes / (24 * 60)) }
  if (minutes >= 60) return { tone: 'danger', unit: 'hours', count: Math.floor(minutes / 60) }
  if (minutes >= 11) return { tone: 'warning', unit: 'minutes', count: minutes }
  if (minutes >= 3) return { tone: 'success', unit: 'minutes', count: minutes }
  return null
}
