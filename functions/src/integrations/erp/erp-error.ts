import { OutgoingError } from '../outgoing/outgoing-error.ts'

/** Why a billing system said nothing of use. Its text is its code: what others answered may repeat what was sent. */
export class ErpError extends Error {
  readonly code: 'ERR_ERP_ADDRESS' | 'ERR_ERP_CREDENTIALS' | 'ERR_ERP_BUSY' | 'ERR_ERP_UNREACHABLE' | 'ERR_ERP_ANSWER'

  constructor(code: ErpError['code'], options?: ErrorOptions) {
    super(code, options)
    this.name = 'ErpError'
    this.code = code
  }
}

/** What an HTTP status of theirs means; undefined for those that are the caller's to read. */
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
  // What was to be sent cannot be: the credentials are in it.
  ERR_OUTGOING_REQUEST: 'ERR_ERP_CREDENTIALS',
}

/** What came of a call that was not answered. Throws what is no `OutgoingError` again. */
export function unanswered(error: unknown): ErpError {
  if (!(error instanceof OutgoingError)) throw error
  return new ErpError(CODES[error.code] ?? 'ERR_ERP_UNREACHABLE', { cause: error })
}
