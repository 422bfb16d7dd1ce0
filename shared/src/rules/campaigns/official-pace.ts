import type { CampaignSettings } from '../../entities/campaign.ts'
import type { MessagingLimit } from '../../entities/whatsapp.ts'

/** People to whom a number may write first within 24 hours, by Meta's word for it. */
const TIERS: Readonly<Record<MessagingLimit, number | null>> = {
  TIER_50: 50,
  TIER_250: 250,
  TIER_1K: 1000,
  TIER_2K: 2000,
  TIER_10K: 10_000,
  TIER_100K: 100_000,
  TIER_UNLIMITED: null,
}

/** Limit of a number about which Meta says nothing: that of a new one. */
const UNKNOWN_TIER = 250

/** Returns how many people a number may write to first within 24 hours; null without a limit. */
export const tierOf = (limit: MessagingLimit | null | undefined): number | null => (limit ? TIERS[limit] : UNKNOWN_TIER)

/**
 * Returns the settings by which an official number's campaigns send: Meta bans nobody for being
 * fast, so there are no pauses beside the shortest one, which stays below every number's
 * throughput (80 messages a second) and leaves room for people's replies. The sending hours stay.
 */
export const officialSettings = (settings: CampaignSettings): CampaignSettings => ({
  ...settings,
  messageInterval: 0,
  longerIntervalAfter: 0,
  greaterInterval: 0,
})
