/**
 * Window of a cloud number's conversation: how long it may write freely after its customer did
 * (Cloud API, "Customer service windows"). Pure; times are epoch milliseconds.
 */

/** Length of the window that a customer's message opens, in milliseconds. */
export const CUSTOMER_WINDOW = 24 * 3_600_000

/**
 * Returns the end of the window after a customer's message; a later end (that of a free entry
 * point, which lasts 72 hours) stays.
 */
export const windowAfter = (windowUntil: number | null | undefined, sentAt: number): number =>
  Math.max(windowUntil ?? 0, sentAt + CUSTOMER_WINDOW)

export const isWindowOpen = (windowUntil: number, now: number): boolean => now < windowUntil
