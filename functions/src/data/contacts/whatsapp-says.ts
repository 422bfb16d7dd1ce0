import { instant } from '../instant.ts'

/** How long a failed check counts: who joined WhatsApp since is found by the next question. */
export const FAILED_CHECK_MS = 24 * 3_600_000

export type WhatsappSays = {
  isWhatsappValid: boolean | null
  /** When WhatsApp said that the number has no account; missing unless it did. */
  whatsappCheckedAt?: string
}

/**
 * Returns what is known of a number as it counts now: a failed check of more than a day ago, or of an unknown time, counts as
 * a number that nobody asked about.
 * @param checkedAt epoch milliseconds
 */
export function whatsappSays(valid: boolean | null, checkedAt: number | null | undefined): WhatsappSays {
  if (valid !== false) return { isWhatsappValid: valid }
  if (!checkedAt || Date.now() - checkedAt >= FAILED_CHECK_MS) return { isWhatsappValid: null }
  return { isWhatsappValid: false, whatsappCheckedAt: instant(checkedAt) }
}

/** As `whatsappSays`, for a row that keeps the instant of a failed check in epoch milliseconds. */
export function standingCheck(
  valid: boolean | null,
  checkedAt: number | null | undefined,
): { isWhatsappValid: boolean | null; whatsappCheckedAt?: number | null } {
  const { isWhatsappValid } = whatsappSays(valid, checkedAt)
  return isWhatsappValid === false ? { isWhatsappValid, whatsappCheckedAt: checkedAt ?? null } : { isWhatsappValid }
}
