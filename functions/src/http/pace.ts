/**
 * Token buckets, kept in the process: refusing costs a look into a map, before anything is read. On AWS each environment of the
 * function keeps its own, so what one allows is a bound per environment.
 */

export type Verdict =
  | 'pass'
  /** Too fast: dropped. */
  | 'refuse'
  /** The first that is dropped since the bucket last ran dry: worth a word. */
  | 'warn'
  /** It goes on regardless: no more of it. Said once. */
  | 'close'

type Limits = {
  /** Tokens of a full bucket: what may come at once. */
  burst: number
  perSecond: number
  /** With it what is refused is charged as well, and so much in debt is abuse. Without it nothing is closed. */
  debt?: number
}

type Bucket = { tokens: number; at: number; warned: boolean; closed: boolean }

/** Buckets of a process; the one that was made first goes when there are more. */
const MOST = 10_000

export type Pace = {
  /** Takes `cost` tokens from the bucket of `key` at a moment (epoch ms). */
  take: (key: string, now: number, cost?: number) => Verdict
  forget: (key: string) => void
}

export function pace({ burst, perSecond, debt }: Limits): Pace {
  const buckets = new Map<string, Bucket>()

  function bucketOf(key: string, now: number): Bucket {
    const known = buckets.get(key)
    if (known) return known
    if (buckets.size >= MOST) buckets.delete(buckets.keys().next().value!)
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
