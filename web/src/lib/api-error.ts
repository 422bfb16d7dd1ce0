/** Why a call failed. `status` 0 with code ERR_NETWORK: no answer came (offline, server away). */
export class ApiError extends Error {
  readonly code: string
  readonly status: number
  /** Which parts of a body did not fit (ERR_VALIDATION). */
  readonly details: readonly { path: string; message: string }[]
  /** For support; the server's logs carry it. */
  readonly requestId: string | null
  /** The whole answer: some codes carry more (the ticket in the way, the due date). */
  readonly body: Record<string, unknown>
  /** Seconds to wait, with 429. */
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
