/**
 * Failure of the bank. Its text is only a code, since the bank's answer may repeat what was sent.
 */
export class PixError extends Error {
  readonly code:
    | 'ERR_PIX_NOT_CONFIGURED'
    | 'ERR_PIX_BUSY'
    | 'ERR_PIX_UNREACHABLE'
    | 'ERR_PIX_REFUSED'
    | 'ERR_PIX_ANSWER'

  constructor(code: PixError['code'], options?: ErrorOptions) {
    super(code, options)
    this.name = 'PixError'
    this.code = code
  }
}
