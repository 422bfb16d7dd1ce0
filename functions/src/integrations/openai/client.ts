/**
 * Client of OpenAI's API, or of any service with its protocol, through the `openai` package
 * (decision 0030).
 */
import type OpenAI from 'openai'
import { config } from '../../config.ts'
import { OutgoingError } from '../outgoing/outgoing-error.ts'
import { AiError, aiErrorOf } from './ai-error.ts'
import { outgoingFetch, streamingFetch } from './outgoing-fetch.ts'
import {
  type Failed,
  networkFailure,
  outgoingFailure,
  type RetryTimeouts,
  retryAfter,
  withRetry,
} from './with-retry.ts'

/**
 * Loads the package at the first call: it loads Node's fetch, which would slow a start that never
 * calls the API.
 */
const load = () => import('openai')
type Package = Awaited<ReturnType<typeof load>>

/**
 * Returns a client. Nothing comes from the environment: the key is the company's, the address the
 * installation's.
 */
const clientOf = ({ default: Client }: Package, apiKey: string, timeoutMs: number, streams: boolean): OpenAI =>
  new Client({
    apiKey,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    baseURL: config().OPENAI_URL,
    // Retries and timeouts are ours: with-retry.ts.
    maxRetries: 0,
    timeout: timeoutMs + 1000,
    logLevel: 'off',
    fetch: (streams ? streamingFetch : outgoingFetch)(timeoutMs),
  })

/**
 * Calls the API with retries.
 * @param streams true if the answer is read while it arrives
 * @throws AiError
 */
export async function askOpenAi<T>(
  apiKey: string,
  timeouts: RetryTimeouts,
  ask: (client: OpenAI) => Promise<T>,
  streams = false,
): Promise<T> {
  const loaded = await load()
  return withRetry(
    timeouts,
    timeoutMs => ask(clientOf(loaded, apiKey, timeoutMs, streams)),
    error => failure(loaded, error),
  )
}

function failure({ APIConnectionError, APIError }: Package, error: unknown): Failed {
  if (error instanceof AiError) return { ...networkFailure(error), error }
  // The answer broke off while it was read.
  if (error instanceof OutgoingError) return networkFailure(error)
  if (error instanceof APIConnectionError) return outgoingFailure(error, error.cause)
  if (error instanceof APIError && error.status !== undefined)
    return {
      status: error.status as number,
      retryAfterMs: retryAfter((error.headers as Headers | undefined)?.get('retry-after')),
      error: aiErrorOf(error.status as number),
    }
  // The answer is no JSON, or JSON of another form.
  return { ...networkFailure(error), error: new AiError('ERR_AI_ANSWER', { cause: error }) }
}
