/**
 * Outcome of a failed Graph API call. `token`: Meta no longer accepts the token. `window`: too long
 * after the customer's last message. `throttled`: too many calls, nothing happened. `refused`: it
 * will never succeed. `unsure`: it may have happened.
 */
export type GraphFailure = 'token' | 'window' | 'throttled' | 'refused' | 'unsure'

/** Details that Meta states with a refusal. */
export type Refusal = {
  code?: number | undefined
  subcode?: number | undefined
  /** Explanation for people, in the language of Meta's choice. */
  userMessage?: string | undefined
}

/** Contains the failure and Meta's codes, never the request or its token. */
export class GraphError extends Error {
  readonly failure: GraphFailure
  readonly code: number | undefined
  readonly subcode: number | undefined
  readonly userMessage: string | undefined

  constructor(failure: GraphFailure, detail: string, { code, subcode, userMessage }: Refusal = {}) {
    super(`graph: ${failure} ${detail}`)
    this.name = 'GraphError'
    this.failure = failure
    this.code = code
    this.subcode = subcode
    this.userMessage = userMessage
  }
}

/** Codes of "Error codes" of the Messenger Platform and of the Graph API's rate limits. */
const THROTTLES = new Set([4, 17, 32, 613, 80001, 80002, 80006])
const TOKENS = new Set([102, 190])
/** Subcodes of code 10: outside of the window, on Messenger and on Instagram. */
const WINDOWS = new Set([2018278, 2018065, 2534022])

export function failureOf(status: number, code: number | undefined, subcode: number | undefined): GraphFailure {
  if (code !== undefined && TOKENS.has(code)) return 'token'
  if (code === 10 && subcode !== undefined && WINDOWS.has(subcode)) return 'window'
  if (status === 429 || (code !== undefined && THROTTLES.has(code))) return 'throttled'
  // "An unknown error occurred", "Temporary send message failure": the message may have been sent.
  if (status >= 500 || code === 1 || code === 2 || code === 1200) return 'unsure'
  return 'refused'
}
