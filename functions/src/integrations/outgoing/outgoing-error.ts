/**
 * Reason why a call to a user's address was not made, or failed. The text is only the code, so it
 * may be shown.
 */
export type OutgoingCode =
  /** No URL, or one with credentials, with another scheme than https, or too long. */
  | 'ERR_OUTGOING_URL'
  /** The name does not exist, or resolves to an address that is not on the internet. */
  | 'ERR_OUTGOING_ADDRESS'
  /** The other system could not be reached, or the connection broke off. */
  | 'ERR_OUTGOING_UNREACHABLE'
  /** The call was not completed in time. */
  | 'ERR_OUTGOING_TIMEOUT'
  /** A redirect, which is not followed. */
  | 'ERR_OUTGOING_REDIRECT'
  /** The answer is larger than the limit. */
  | 'ERR_OUTGOING_TOO_LARGE'
  /** The answer has an unsupported encoding, or is no HTTP. */
  | 'ERR_OUTGOING_ANSWER'
  /** The request is not allowed: method, header, size. */
  | 'ERR_OUTGOING_REQUEST'

export class OutgoingError extends Error {
  readonly code: OutgoingCode

  constructor(code: OutgoingCode, options?: ErrorOptions) {
    super(code, options)
    this.name = 'OutgoingError'
    this.code = code
  }
}
