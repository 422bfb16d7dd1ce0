/**
 * Pace of this process at Meta's limits (Cloud API, *Throughput* and *Pair rate limits*, Graph API
 * v23.0): messages per second and number, and one per 6 s to the same person after a burst. Other
 * processes send too, so Meta may still refuse; its answer slows this one down.
 */

/** Messages a second that a number may send, unless Meta says otherwise. */
const THROUGHPUT = 80
/** Messages that may leave at once before the pace holds, in seconds of throughput. */
const BURST_S = 0.2
/** Messages to one person at once, and the time (ms) in which one more becomes free. */
const PERSON_BURST = 45
const PERSON_EVERY_MS = 6000
/** Pause (ms) of a number after Meta refused a message for its throughput. */
const THROTTLED_MS = 1000
/** Numbers or persons of which a pace is kept; above, those that are full again are forgotten. */
const MOST = 5000

/** Tokens grow by one every `everyMs` up to `most`; below zero they are owed. */
type Bucket = { tokens: number; at: number }

export type Pace = {
  /** Takes a place for a message; returns how long (ms) it has to wait for that. */
  take: (phoneNumberId: string, person: string, throughput?: number | null) => number
  /** Pauses a number that Meta throttled. */
  slowDown: (phoneNumberId: string) => void
}

/** @param now returns epoch milliseconds */
export function createPace(now: () => number = Date.now): Pace {
  const numbers = new Map<string, Bucket>()
  const persons = new Map<string, Bucket>()
  return {
    take(phoneNumberId, person, throughput) {
      const perSecond = throughput || THROUGHPUT
      const ofNumber = takeFrom(numbers, phoneNumberId, Math.max(1, perSecond * BURST_S), 1000 / perSecond, now())
      const ofPerson = takeFrom(persons, `${phoneNumberId} ${person}`, PERSON_BURST, PERSON_EVERY_MS, now())
      return Math.max(ofNumber, ofPerson)
    },
    slowDown(phoneNumberId) {
      const bucket = numbers.get(phoneNumberId)
      if (bucket) bucket.tokens = Math.min(bucket.tokens, 0) - (THROTTLED_MS * THROUGHPUT) / 1000
    },
  }
}

function takeFrom(buckets: Map<string, Bucket>, key: string, most: number, everyMs: number, now: number): number {
  if (buckets.size >= MOST) forgetFull(buckets, most, everyMs, now)
  const bucket = buckets.get(key) ?? { tokens: most, at: now }
  buckets.set(key, bucket)
  bucket.tokens = Math.min(most, bucket.tokens + (now - bucket.at) / everyMs) - 1
  bucket.at = now
  return bucket.tokens >= 0 ? 0 : Math.ceil(-bucket.tokens * everyMs)
}

function forgetFull(buckets: Map<string, Bucket>, most: number, everyMs: number, now: number): void {
  for (const [key, { tokens, at }] of buckets) if (tokens + (now - at) / everyMs >= most) buckets.delete(key)
}
