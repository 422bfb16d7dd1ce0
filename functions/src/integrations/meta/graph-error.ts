/**
 * What a call of the Graph API came to. `token`: Meta takes the token no more. `window`: too long after the customer's last
 * message. `throttled`: too many calls, nothing happened. `refused`: never. `unsure`: it may have happened.
 */
export type GraphFailure = 'token' | 'window' | 'throttled' | 'refused' | 'unsure'

/** Says the failure and Meta's codes, never what was asked with which token. */
export class GraphError extends Error {
  readonly failure: GraphFailure

  constructor(failure: GraphFailure, detail: string, options?: ErrorOptions) {
    super(`graph: ${failure} ${detail}`, options)
    this.name = 'GraphError'
    this.failure = failure
  }
}

/** Codes of "Error codes" of the Messenger Platform and of the Graph API's rate limits. */
const THROTTLES = new Set([4, 17, 32, 613, 80001, 80002, 80006])
const TOKENS = new Set([102, 190])
/** Of code 10: outside of the window, on Messenger and on Instagram. */
const WINDOWS = new Set([2018278, 2018065, 2534022])

export function failureOf(status: number, code: number | undefined, subcode: number | undefined): GraphFailure {
  if (code !== undefined && TOKENS.has(code)) return 'token'
  if (code === 10 && subcode !== undefined && WINDOWS.has(subcode)) return 'window'
  if (status === 429 || (code !== undefined && THROTTLES.has(code))) return 'throttled'
  // "An unknown error occurred", "Temporary send message failure": what was sent may have been sent.
  if (status >= 500 || code === 1 || code === 2 || code === 1200) return 'unsure'
  return 'refused'
}
