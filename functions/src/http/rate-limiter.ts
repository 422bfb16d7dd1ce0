/**
 * Token buckets in the memory of the process: a refusal costs one map lookup, before anything is
 * read. On AWS each environment of the function keeps its own, so a limit applies per environment.
 */

export type Verdict =
  | 'pass'
  /** Too fast: dropped. */
  | 'refuse'
  /** The first one dropped since the bucket last ran dry: worth a log entry. */
  | 'warn'
  /** The abuse goes on: close the connection. Returned once. */
  | 'close'

type Limits = {
  /** Tokens of a full bucket: how many may come at once. */
  burst: number
  perSecond: number
  /**
   * Debt at which refusals count as abuse; refused calls are then charged as well. Without it
   * nothing is closed.
   */
  debt?: number
}

type Bucket = { tokens: number; at: number; warned: boolean; closed: boolean }

/** Maximum number of buckets in a process; beyond it the oldest is dropped. */
const MAX_BUCKETS = 10_000

export type RateLimiter = {
  /** Takes `cost` tokens from the bucket of `key` at a moment (epoch ms). */
  take: (key: string, now: number, cost?: number) => Verdict
  forget: (key: string) => void
}

export function createRateLimiter({ burst, perSecond, debt }: Limits): RateLimiter {
  const buckets = new Map<string, Bucket>()

  function bucketOf(key: string, now: number): Bucket {
    const known = buckets.get(key)
    if (known) return known
    if (buckets.size >= MAX_BUCKETS) buckets.delete(buckets.keys().next().value!)
    const bucket = { tokens: burst, at: now, warned: false, closed: false }
    buckets.set(key, bucket)
    return bucket
  }

  return {
    take(key, now, cost = 1) {
      const bucket = bucketOf(key, now)
      if (bucket.closed) return 'refuse'
      bucket.tokens = Math.min(burst, bucket.tokens + (Math.max(0, now - bucket.at) / 1000) * perSecond)
      bucket.at = Math.max(bucket.at, now)
      const passes = bucket.tokens >= cost
      if (passes || debt !== undefined) bucket.tokens -= cost
      if (passes) {
        bucket.warned = false
        return 'pass'
      }
      if (debt !== undefined && bucket.tokens < -debt) {
        bucket.closed = true
        return 'close'
      }
      if (bucket.warned) return 'refuse'
      bucket.warned = true
      return 'warn'
    },
    forget: key => void buckets.delete(key),
  }
}
