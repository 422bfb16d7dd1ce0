/**
 * Minimum time between two typing events of a user in a ticket: once in `TYPING_PAUSE_MS`, and once
 * more when it ended. Faster ones are dropped before the ticket is read, and nothing is written.
 * Each process keeps its own count; where several serve the same user, the queue to WhatsApp drops
 * duplicates (`typingDedupId`).
 */
export const TYPING_PAUSE_MS = 3000

type LastPublished = { startedAt: number; endedAt: number }

const MAX_TRACKED = 5000

export function typingRateLimiter() {
  const published = new Map<string, LastPublished>()
  /**
   * Returns whether to publish that `userId` types in `ticketId`, or stopped, at a moment (epoch
   * ms).
   */
  return (userId: string, ticketId: string, typing: boolean, now: number): boolean => {
    const key = `${userId}#${ticketId}`
    const { startedAt, endedAt } = published.get(key) ?? { startedAt: 0, endedAt: 0 }
    const isTooSoon = typing
      ? now - startedAt < TYPING_PAUSE_MS
      : endedAt >= startedAt && now - endedAt < TYPING_PAUSE_MS
    if (isTooSoon) return false
    if (published.size >= MAX_TRACKED) published.clear()
    published.set(key, typing ? { startedAt: now, endedAt } : { startedAt, endedAt: now })
    return true
  }
}

/** Returns a deduplication id: the same for repeated events within a pause. */
export const typingDedupId = (userId: string, ticketId: string, typing: boolean, now: number): string =>
  `typing-${userId}-${ticketId}-${typing}-${Math.floor(now / TYPING_PAUSE_MS)}`
