import type { Problem } from '@balcao/shared/errors.ts'

/**
 * Reason why a call failed. `status` 0 with code ERR_NETWORK: no answer arrived (offline, or the
 * server is away).
 */
export class ApiError extends Error {
  readonly code: string
  readonly status: number
  /** Parts of a body that are invalid (ERR_VALIDATION). */
  readonly details: readonly (Partial<Problem> & { path: string; message: string })[]
  /** Id of the call in the server's logs, for support. */
  readonly requestId: string | null
  /** The whole answer: some codes carry more (the ticket in the way, the due date). */
  readonly body: Record<string, unknown>
  /** Seconds to wait before the next call, with 429. */
  readonly retryAfter: number | null

  constructor(
    code: string,
    status: number,
    answer: { body?: Record<string, unknown>; requestId?: string | null; retryAfter?: number | null } = {},
  ) {
    super(code)
    this.name = 'ApiError'
    this.code = code
    this.status = status
    this.body = answer.body ?? {}
    this.details = Array.isArray(this.body.details) ? this.body.details : []
    const inBody = this.body.requestId
    this.requestId = typeof inBody === 'string' ? inBody : (answer.requestId ?? null)
    this.retryAfter = answer.retryAfter ?? null
  }
}
