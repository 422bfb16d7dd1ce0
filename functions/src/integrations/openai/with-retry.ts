import { OutgoingError } from '../outgoing/outgoing-error.ts'
import { AiError } from './ai-error.ts'

/** Timeouts of calls to other systems (ms). */
export type RetryTimeouts = {
  /** Time of one call, from its start to the last byte of its answer. */
  timeoutMs: number
  /** Time of all attempts together, with the pauses between them. */
  totalMs: number
}

/** Retries after the first attempt. */
const RETRIES = 2
const FIRST_PAUSE_MS = 300
/** Longest pause a service may ask for; a longer one is not waited for. */
const MAX_PAUSE_MS = 20_000

/**
 * A failed call: its status, where there was an answer, and the pause that the service asks for
 * (ms).
 */
export type Failed = { status: number | undefined; retryAfterMs: number | undefined; error: AiError }

/**
 * Makes a call; after a 429 or 5xx it is retried twice, after the pause the service names or one
 * that grows.
 * @throws AiError
 */
export async function withRetry<T>(
  { timeoutMs, totalMs }: RetryTimeouts,
  attempt: (timeoutMs: number) => Promise<T>,
  failure: (error: unknown) => Failed,
): Promise<T> {
  const until = Date.now() + totalMs
  for (let tries = 0; ; tries++) {
    const left = until - Date.now()
    try {
      return await attempt(Math.max(1, Math.min(timeoutMs, left)))
    } catch (thrown) {
      const { status, retryAfterMs, error } = failure(thrown)
      const pause = retryAfterMs ?? FIRST_PAUSE_MS * 2 ** tries * (0.75 + Math.random() / 4)
      const isWorth = status !== undefined && (status === 429 || status >= 500)
      if (!isWorth || tries >= RETRIES || pause > MAX_PAUSE_MS || Date.now() + pause >= until) throw error
      await new Promise(resolve => setTimeout(resolve, pause))
    }
  }
}

/** Returns `Retry-After` in milliseconds: seconds, or a date (RFC 9110 §10.2.3). */
export function retryAfter(header: string | null | undefined): number | undefined {
  if (!header) return undefined
  const ms = /^\d+(\.\d+)?$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}

/** Returns the failure of a call without an answer, or without a valid HTTP answer. */
export const networkFailure = (cause: unknown): Failed => ({
  status: undefined,
  retryAfterMs: undefined,
  error: new AiError('ERR_AI_UNREACHABLE', { cause }),
})

/**
 * Returns the failure of a call that `cause` ended: one whose answer was refused (too large, a
 * redirect) is no network failure.
 */
export function outgoingFailure(error: unknown, cause: unknown = error): Failed {
  const failed = networkFailure(error)
  const isOdd = cause instanceof OutgoingError && !/TIMEOUT|UNREACHABLE|ADDRESS/.test(cause.code)
  return isOdd ? { ...failed, error: new AiError('ERR_AI_ANSWER', { cause: error }) } : failed
}
