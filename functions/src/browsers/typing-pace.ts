/**
 * How often a user's typing in a ticket is told: once in `TYPING_PAUSE_MS`, and once more when it ended. What comes faster is
 * dropped before its ticket is read, and nothing is written. A process keeps its own count; where several hear the same user, the
 * queue to WhatsApp drops what they tell twice (`typingDedupId`).
 */
export const TYPING_PAUSE_MS = 3000

type Told = { startedAt: number; endedAt: number }

const MOST = 5000

export function typingPace() {
  const told = new Map<string, Told>()
  /** Whether it may be told that `userId` types in `ticketId`, or stopped, at a moment (epoch ms). */
  return (userId: string, ticketId: string, typing: boolean, now: number): boolean => {
    const key = `${userId}#${ticketId}`
    const { startedAt, endedAt } = told.get(key) ?? { startedAt: 0, endedAt: 0 }
    const isTooSoon = typing
      ? now - startedAt < TYPING_PAUSE_MS
      : endedAt >= startedAt && now - endedAt < TYPING_PAUSE_MS
    if (isTooSoon) return false
    if (told.size >= MOST) told.clear()
    told.set(key, typing ? { startedAt: now, endedAt } : { startedAt, endedAt: now })
    return true
  }
}

/** The same for what is told twice within a pause. */
export const typingDedupId = (userId: string, ticketId: string, typing: boolean, now: number): string =>
  `typing-${userId}-${ticketId}-${typing}-${Math.floor(now / TYPING_PAUSE_MS)}`
