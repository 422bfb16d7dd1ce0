/** Tokens of a call. */
export type Usage = { inputTokens: number; outputTokens: number }

export const NO_USAGE: Usage = { inputTokens: 0, outputTokens: 0 }

/**
 * Failure of a model, or of a voice. Its text is only a code, since the service's answer may repeat
 * what was sent.
 */
export class AiError extends Error {
  readonly code: 'ERR_AI_KEY_REFUSED' | 'ERR_AI_BUSY' | 'ERR_AI_UNREACHABLE' | 'ERR_AI_ANSWER'
  /** Tokens that are paid for though nothing usable came; undefined for none, or none known. */
  readonly usage: Usage | undefined

  constructor(code: AiError['code'], { usage, ...options }: ErrorOptions & { usage?: Usage } = {}) {
    super(code, options)
    this.name = 'AiError'
    this.code = code
    this.usage = usage
  }
}

/** Returns the error of an HTTP status. */
export function aiErrorOf(status: number): AiError {
  if (status === 401 || status === 403) return new AiError('ERR_AI_KEY_REFUSED')
  if (status === 429) return new AiError('ERR_AI_BUSY')
  return new AiError(status >= 500 || status === 408 ? 'ERR_AI_UNREACHABLE' : 'ERR_AI_ANSWER')
}
