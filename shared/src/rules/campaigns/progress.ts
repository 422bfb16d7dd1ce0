import type { RecipientCounts } from '../../entities/campaign.ts'

/**
 * Returns the number of recipients with WhatsApp who did not opt out, which is the base of
 * progress.
 */
export const validAmong = (counts: RecipientCounts): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0) - counts.invalid - counts.optedOut

/**
 * Returns the delivered share of valid recipients in per cent, with one decimal; 100 only when
 * every one is delivered (decision 0019).
 */
export const progressPercent = (delivered: number, valid: number): number =>
  valid <= 0 ? 0 : delivered >= valid ? 100 : Math.min(99.9, Math.round((1000 * delivered) / valid) / 10)
