import type { ShippingCounts } from '../../entities/campaign.ts'

/** Those with WhatsApp who did not opt out: what progress is measured by. */
export const validAmong = (counts: ShippingCounts): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0) - counts.invalid - counts.optedOut

/**
 * Returns delivered of valid contacts in per cent, one decimal; 100 only when everybody has it
 * (decision 0019).
 */
export const progressPercent = (delivered: number, valid: number): number =>
  valid <= 0 ? 0 : delivered >= valid ? 100 : Math.min(99.9, Math.round((1000 * delivered) / valid) / 10)
