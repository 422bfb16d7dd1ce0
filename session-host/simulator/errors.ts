/** Error of the JSON API: an HTTP status and a code, and what to do where that is not plain. */
export class SimError extends Error {
  readonly status: number
  readonly code: string

  readonly hint: string | undefined

  constructor(status: number, code: string, hint?: string) {
    super(code)
    this.status = status
    this.code = code
    this.hint = hint
  }
}
