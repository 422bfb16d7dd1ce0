/**
 * Seconds for which a push is worth showing: for the push service, which keeps it for a browser
 * that is away, and for our own attempts.
 */
export const PUSH_SECONDS = 4 * 3600

/** Returns whether a push of that time is outdated; `at` in epoch ms. */
export const isTooLate = (at: number, now = Date.now()): boolean => now - at > PUSH_SECONDS * 1000
