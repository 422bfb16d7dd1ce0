/**
 * Window of a cloud number's conversation: how long it may write freely after its customer did
 * (Cloud API, "Customer service windows"). Pure; times are epoch milliseconds.
 */

/** Length of the window that a customer's message opens, in milliseconds. */
export const CUSTOMER_WINDOW = 24 * 3_600_000

/** Length of the longest window, that of a free entry point, in milliseconds. */
export const LONGEST_WINDOW = 72 * 3_600_000

/**
 * Returns the end of the window after a customer's message; a later end (that of a free entry
 * point) stays. A message that comes from the future by its time opens the window now.
 */
export const windowAfter = (windowUntil: number | null | undefined, sentAt: number, now: number): number =>
  Math.max(windowUntil ?? 0, Math.min(sentAt, now) + CUSTOMER_WINDOW)

export const isWindowOpen = (windowUntil: number, now: number): boolean => now < windowUntil
