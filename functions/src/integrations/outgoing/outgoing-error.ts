/** Why a call to an address somebody named was not made, or came to nothing. The text says no more than the code: it may be shown. */
export type OutgoingCode =
  /** No URL, or one with credentials, of another scheme than https, or too long. */
  | 'ERR_OUTGOING_URL'
  /** The name does not exist, or leads to an address that is not on the internet. */
  | 'ERR_OUTGOING_ADDRESS'
  /** It could not be reached, or broke off. */
  | 'ERR_OUTGOING_UNREACHABLE'
  /** Not done in its time. */
  | 'ERR_OUTGOING_TIMEOUT'
  /** It leads elsewhere, which is not followed. */
  | 'ERR_OUTGOING_REDIRECT'
  /** The answer is larger than what is read. */
  | 'ERR_OUTGOING_TOO_LARGE'
  /** The answer is packed in a way that is not read, or is no HTTP. */
  | 'ERR_OUTGOING_ANSWER'
  /** What was to be sent is not allowed: method, header, size. */
  | 'ERR_OUTGOING_REQUEST'

export class OutgoingError extends Error {
  readonly code: OutgoingCode

  constructor(code: OutgoingCode, options?: ErrorOptions) {
    super(code, options)
    this.name = 'OutgoingError'
    this.code = code
  }
}
