import { AppError } from '@balcao/shared/errors.ts'
import type { RateLimiter } from './rate-limiter.ts'

/**
 * Takes a token from the bucket of `key`.
 * @param retryAfter seconds after which the caller may try again
 * @throws ERR_TOO_MANY_REQUESTS
 */
export function requireRate(limiter: RateLimiter, key: string, retryAfter: number): void {
  if (limiter.take(key, Date.now()) !== 'pass') throw new AppError('ERR_TOO_MANY_REQUESTS', { data: { retryAfter } })
}
