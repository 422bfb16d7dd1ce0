import { AiError } from './ai-error.ts'

/** How long others are waited for (ms). */
export type Patience = {
  /** One call, from its beginning to the last byte of its answer. */
  timeoutMs: number
  /** All tries together, with the pauses between them. */
  totalMs: number
}

/** Tries behind the first one. */
const RETRIES = 2
const FIRST_PAUSE_MS = 300
/** A service that asks for a longer pause is not waited for. */
const LONGEST_PAUSE_MS = 20_000

/** What came to nothing: its status, where there was an answer, and how long the service asks to wait (ms). */
export type Failed = { status: number | undefined; retryAfterMs: number | undefined; error: AiError }

/** Carries out a call; one that is answered by 429 or 5xx is tried twice more, after the pause it names or one that grows. Throws AiError. */
export async function withPatience<T>(
  { timeoutMs, totalMs }: Patience,
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
      if (!isWorth || tries >= RETRIES || pause > LONGEST_PAUSE_MS || Date.now() + pause >= until) throw error
      await new Promise(resolve => setTimeout(resolve, pause))
    }
  }
}

/** `Retry-After` in milliseconds: seconds, or a date (RFC 9110 §10.2.3). */
export function retryAfter(header: string | null | undefined): number | undefined {
  if (!header) return undefined
  const ms = /^\d+(\.\d+)?$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}

/** Nothing was heard, or nothing that is HTTP. */
export const unheard = (cause: unknown): Failed => ({
  status: undefined,
  retryAfterMs: undefined,
  error: new AiError('ERR_AI_UNREACHABLE', { cause }),
})
