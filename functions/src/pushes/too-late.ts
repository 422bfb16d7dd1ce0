/** How long a push is news, seconds: for the push service, which keeps it for a browser that is away, and for our own tries. */
export const PUSH_SECONDS = 4 * 3600

/** Whether what came then is no news any more; `at` in epoch ms. */
export const isTooLate = (at: number, now = Date.now()): boolean => now - at > PUSH_SECONDS * 1000
