/**
 * Error of SQS for its caller: `code` is the query-protocol code; its last part is the name the SDK
 * throws.
 */
export class SqsError extends Error {
  readonly code: string

  constructor(code: string, message?: string) {
    super(message ?? code)
    this.code = code
  }
}
