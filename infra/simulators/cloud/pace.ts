import type { BusinessNumber, CloudState, Person } from './cloud-state.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Tokens of a limit, which grow back with time. */
type Bucket = { tokens: number; at: number }

export type Pace = {
  /** Takes a message of the number; false when its throughput is reached. */
  takeThroughput: (number: BusinessNumber) => boolean
  /** Takes a message to the person; false when the pair's rate is reached. */
  takePair: (number: BusinessNumber, waId: string) => boolean
  /** Counts a person to whom the business writes first; false when the day's limit is reached. */
  takeDaily: (number: BusinessNumber, person: Person, now: number) => boolean
  /** Forgets everything, for a number whose limits change. */
  reset: (number: BusinessNumber) => void
}

/** Counts what the limits of Meta's *Messaging limits* and *Throughput* allow, in memory. */
export function createPace(state: CloudState): Pace {
  const throughput = new Map<string, Bucket>()
  const pairs = new Map<string, Map<string, Bucket>>()
  /** Moved times at which the business wrote first to a person, by number. */
  const first = new Map<string, Map<string, number>>()

  return {
    takeThroughput: ({ id, limits }) => take(throughput, id, limits.throughput, 1000 / limits.throughput),
    takePair({ id, limits }, waId) {
      const own = pairs.get(id) ?? new Map<string, Bucket>()
      pairs.set(id, own)
      return take(own, waId, limits.burst, limits.pairSeconds * 1000)
    },
    takeDaily(number, { waId }, now) {
      const known = first.get(number.id) ?? new Map<string, number>()
      first.set(number.id, known)
      const at = known.get(waId)
      if (at !== undefined && at > now - DAY) return true
      const most = dailyPeople(number)
      if (known.size >= most) for (const [who, when] of known) if (when <= now - DAY) known.delete(who)
      if (known.size >= most) return false
      known.set(waId, now)
      return true
    },
    reset({ id }) {
      throughput.delete(id)
      pairs.delete(id)
      if (!state.numbers.has(id)) first.delete(id)
    },
  }
}

/** Takes one token of a bucket that grows by one every `everyMs` up to `most`. */
function take(buckets: Map<string, Bucket>, key: string, most: number, everyMs: number): boolean {
  const now = Date.now()
  const bucket = buckets.get(key) ?? { tokens: most, at: now }
  buckets.set(key, bucket)
  bucket.tokens = Math.min(most, bucket.tokens + (now - bucket.at) / everyMs)
  bucket.at = now
  if (bucket.tokens < 1) return false
  bucket.tokens -= 1
  return true
}

const TIERS: Readonly<Record<string, number>> = {
  TIER_50: 50,
  TIER_250: 250,
  TIER_1K: 1000,
  TIER_2K: 2000,
  TIER_10K: 10_000,
  TIER_100K: 100_000,
}

/** Returns to how many persons a day the business may write first. */
const dailyPeople = ({ tier, limits }: BusinessNumber): number =>
  limits.dailyPeople ?? TIERS[tier] ?? Number.POSITIVE_INFINITY
