export type UsageLimits = {
  /** Sustained requests per second. */
  rate: number
  burst: number
  quota?: { limit: number; period: 'DAY' | 'WEEK' | 'MONTH' }
}

export type UsageDecision = 'ok' | { why: 'throttled' | 'quota'; retryAfterSeconds: number }

type Meter = { tokens: number; at: number; period: string; used: number }

/**
 * Counts one usage plan's calls with a token bucket and a quota per key. `now` is epoch
 * milliseconds.
 */
export function createUsageMeter(limits: UsageLimits): (key: string, now: number) => UsageDecision {
  const meters = new Map<string, Meter>()
  return (key, now) => {
    const period = limits.quota ? periodOf(limits.quota.period, now) : ''
    let meter = meters.get(key)
    if (!meter) {
      meter = { tokens: limits.burst, at: now, period, used: 0 }
      meters.set(key, meter)
    }
    meter.tokens = Math.min(limits.burst, meter.tokens + ((now - meter.at) / 1000) * limits.rate)
    meter.at = now
    if (meter.period !== period) {
      meter.period = period
      meter.used = 0
    }
    if (limits.quota && meter.used >= limits.quota.limit) {
      return { why: 'quota', retryAfterSeconds: Math.ceil((endOfPeriod(limits.quota.period, now) - now) / 1000) }
    }
    if (meter.tokens < 1) {
      return { why: 'throttled', retryAfterSeconds: Math.max(1, Math.ceil((1 - meter.tokens) / limits.rate)) }
    }
    meter.tokens -= 1
    meter.used += 1
    return 'ok'
  }
}

function periodOf(period: 'DAY' | 'WEEK' | 'MONTH', now: number): string {
  return new Date(endOfPeriod(period, now)).toISOString()
}

/** Returns the first instant of the next period in UTC; weeks begin on Monday. */
function endOfPeriod(period: 'DAY' | 'WEEK' | 'MONTH', now: number): number {
  const date = new Date(now)
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  if (period === 'MONTH') return Date.UTC(year, month + 1, 1)
  if (period === 'WEEK') return Date.UTC(year, month, day + 7 - ((date.getUTCDay() + 6) % 7))
  return Date.UTC(year, month, day + 1)
}
