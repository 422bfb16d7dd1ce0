import { OutgoingError } from './outgoing/outgoing-error.ts'

/**
 * Failure of an external bot. Its text is only a code, since the bot's answer may repeat what was
 * sent.
 */
export class IntegrationError extends Error {
  readonly code:
    | 'ERR_INTEGRATION_ACCOUNT'
    | 'ERR_INTEGRATION_REFUSED'
    | 'ERR_INTEGRATION_BUSY'
    | 'ERR_INTEGRATION_UNREACHABLE'
    | 'ERR_INTEGRATION_ANSWER'

  constructor(code: IntegrationError['code'], options?: ErrorOptions) {
    super(code, options)
    this.name = 'IntegrationError'
    this.code = code
  }
}

/** Returns the error of an HTTP status. */
export function integrationErrorOf(status: number): IntegrationError {
  if (status === 429) return new IntegrationError('ERR_INTEGRATION_BUSY')
  return new IntegrationError(
    status >= 500 || status === 408 ? 'ERR_INTEGRATION_UNREACHABLE' : 'ERR_INTEGRATION_REFUSED',
  )
}

/** Throws the error of a call without an answer. Rethrows anything that is no `OutgoingError`. */
export function withoutAnswer(error: unknown): never {
  if (!(error instanceof OutgoingError)) throw error
  const isAnswer = ['ERR_OUTGOING_ANSWER', 'ERR_OUTGOING_TOO_LARGE', 'ERR_OUTGOING_REDIRECT'].includes(error.code)
  throw new IntegrationError(isAnswer ? 'ERR_INTEGRATION_ANSWER' : 'ERR_INTEGRATION_UNREACHABLE', { cause: error })
}
