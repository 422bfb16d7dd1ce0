import { instant } from '../instant.ts'

/**
 * Time (ms) for which a failed check counts: after that the number is checked again, as its owner
 * may have joined WhatsApp.
 */
export const FAILED_CHECK_MS = 24 * 3_600_000

export type NumberValidity = {
  isWhatsappValid: boolean | null
  /** Time at which WhatsApp reported that the number has no account; missing unless it did. */
  whatsappCheckedAt?: string
}

/**
 * Returns the current validity of a number: a check that failed more than a day ago, or at an
 * unknown time, counts as a number not checked yet.
 * @param checkedAt epoch milliseconds
 */
export function numberValidity(valid: boolean | null, checkedAt: number | null | undefined): NumberValidity {
  if (valid !== false) return { isWhatsappValid: valid }
  if (!checkedAt || Date.now() - checkedAt >= FAILED_CHECK_MS) return { isWhatsappValid: null }
  return { isWhatsappValid: false, whatsappCheckedAt: instant(checkedAt) }
}

/**
 * Returns the same as `numberValidity`, for a row that stores the time of a failed check in epoch
 * milliseconds.
 */
export function storedValidity(
  valid: boolean | null,
  checkedAt: number | null | undefined,
): { isWhatsappValid: boolean | null; whatsappCheckedAt?: number | null } {
  const { isWhatsappValid } = numberValidity(valid, checkedAt)
  return isWhatsappValid === false ? { isWhatsappValid, whatsappCheckedAt: checkedAt ?? null } : { isWhatsappValid }
}
