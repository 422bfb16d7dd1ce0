import { OutgoingError } from '../outgoing/outgoing-error.ts'

/**
 * Failure of a billing system. Its text is only a code, since the system's answer may repeat what
 * was sent.
 */
export class ErpError extends Error {
  readonly code: 'ERR_ERP_ADDRESS' | 'ERR_ERP_CREDENTIALS' | 'ERR_ERP_BUSY' | 'ERR_ERP_UNREACHABLE' | 'ERR_ERP_ANSWER'

  constructor(code: ErpError['code'], options?: ErrorOptions) {
    super(code, options)
    this.name = 'ErpError'
    this.code = code
  }
}

/** Returns the error of an HTTP status; undefined for statuses that the caller interprets. */
export function erpErrorOf(status: number): ErpError | undefined {
  if (status === 401 || status === 403) return new ErpError('ERR_ERP_CREDENTIALS')
  if (status === 429) return new ErpError('ERR_ERP_BUSY')
  return status >= 500 || status === 408 ? new ErpError('ERR_ERP_UNREACHABLE') : undefined
}

const CODES: Partial<Record<OutgoingError['code'], ErpError['code']>> = {
  ERR_OUTGOING_URL: 'ERR_ERP_ADDRESS',
  ERR_OUTGOING_ADDRESS: 'ERR_ERP_ADDRESS',
  ERR_OUTGOING_ANSWER: 'ERR_ERP_ANSWER',
  ERR_OUTGOING_TOO_LARGE: 'ERR_ERP_ANSWER',
  ERR_OUTGOING_REDIRECT: 'ERR_ERP_ANSWER',
  // The request cannot be built: the credentials in it are invalid.
  ERR_OUTGOING_REQUEST: 'ERR_ERP_CREDENTIALS',
}

/** Returns the error of a call without an answer. Rethrows anything that is no `OutgoingError`. */
export function unanswered(error: unknown): ErpError {
  if (!(error instanceof OutgoingError)) throw error
  return new ErpError(CODES[error.code] ?? 'ERR_ERP_UNREACHABLE', { cause: error })
}
