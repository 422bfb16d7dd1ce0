/** Error of the JSON API: an HTTP status and a code. */
export class SimError extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}
