import type { CampaignSettings } from '../../entities/campaign.ts'

const DAY = 86_400_000
/** Age in days from which a connection has no limit any more. */
const YOUNG_DAYS = 30
/**
 * Messages per day in the first, second and third week, and after that until the connection is old
 * enough.
 */
const BY_WEEK = [20, 50, 100, 200] as const

/**
 * Returns how many campaign messages a connection may send in a day, or null without a limit
 * (decision 0019). WhatsApp bans new numbers that write to many, so those younger than thirty days
 * begin with few.
 * @param since when the connection was made, epoch ms
 */
export function dailyLimitOf(setting: CampaignSettings['dailyLimit'], since: number, now: number): number | null {
  const days = Math.floor((now - since) / DAY)
  if (setting === 'off' || days >= YOUNG_DAYS) return null
  if (setting !== 'auto') return setting
  return BY_WEEK[Math.min(BY_WEEK.length - 1, Math.max(0, Math.floor(days / 7)))] ?? null
}
