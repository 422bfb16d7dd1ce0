/**
 * Returns the last moment (epoch ms) until now that has a time of day on this machine's clock.
 * @param at `hour:minute`
 */
export function lastDue(at: string, now: Date): number {
  const [hours = 0, minutes = 0] = at.split(':').map(Number)
  const on = (day: number) => new Date(now.getFullYear(), now.getMonth(), day, hours, minutes).getTime()
  const today = on(now.getDate())
  return today <= now.getTime() ? today : on(now.getDate() - 1)
}
