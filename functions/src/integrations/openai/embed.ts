/**
 * Embeddings of texts: `POST /embeddings` of OpenAI's API
 * (https://platform.openai.com/docs/api-reference/embeddings), or of any service with its protocol.
 * Without the `openai` package, which would make the function of jobs a fifth larger for one call.
 */
import { z } from 'zod'
import { config } from '../../config.ts'
import { callExternalUrl } from '../outgoing/call-external-url.ts'
import { jsonOf } from '../outgoing/json-of.ts'
import { AiError, aiErrorOf } from './ai-error.ts'
import { type Failed, outgoingFailure, type RetryTimeouts, retryAfter, withRetry } from './with-retry.ts'

/**
 * Dimensions of a vector: 20,000 of them take 41 MB. The models of OpenAI and many others are
 * trained so that the first numbers of a vector say most (decision 0084).
 */
export const DIMENSIONS = 512
/** Texts of one call, of at most some 300 tokens each. */
const BATCH_SIZE = 64
/** Maximum bytes of an answer: 64 vectors of 4,096 numbers, written out. */
const MAX_BYTES = 8_000_000

export type Embeddings = {
  /** Vectors of length 1, one after the other in the order of the texts. */
  vectors: Float32Array
  dimensions: number
  tokens: number
}

const Answer = z.object({
  data: z.array(z.object({ index: z.number().int().min(0).optional(), embedding: z.array(z.number()).min(8) })),
  usage: z
    .object({ total_tokens: z.number().int().min(0).max(1e9).catch(0) })
    .nullish()
    .catch(null),
})

/** Services that know no other than their own dimensions, by address and model. */
const fixed = new Set<string>()

/**
 * Returns the embeddings of texts, none of them empty.
 * @throws AiError
 */
export async function embed(
  apiKey: string,
  model: string,
  texts: readonly string[],
  timeouts: RetryTimeouts,
): Promise<Embeddings> {
  let tokens = 0
  let dimensions = 0
  let vectors = new Float32Array()
  for (let at = 0; at < texts.length; at += BATCH_SIZE) {
    const batch = texts.slice(at, at + BATCH_SIZE)
    const paid = { inputTokens: tokens, outputTokens: 0 }
    const answer = await ask(apiKey, model, batch, timeouts).catch(error => {
      throw error instanceof AiError && tokens > 0 ? new AiError(error.code, { cause: error, usage: paid }) : error
    })
    dimensions ||= Math.min(DIMENSIONS, answer.data[0]!.embedding.length)
    if (vectors.length === 0) vectors = new Float32Array(texts.length * dimensions)
    for (const [i, { embedding, index = i }] of answer.data.entries()) {
      if (embedding.length < dimensions || index >= batch.length) throw new AiError('ERR_AI_ANSWER')
      vectors.set(unit(embedding.slice(0, dimensions)), (at + index) * dimensions)
    }
    tokens += answer.usage?.total_tokens ?? 0
  }
  return { vectors, dimensions, tokens }
}

/** Returns a vector of length 1 in the same direction. */
function unit(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector)
  if (!(length > 0)) throw new AiError('ERR_AI_ANSWER')
  return vector.map(number => number / length)
}

async function ask(apiKey: string, model: string, input: readonly string[], timeouts: RetryTimeouts) {
  const service = `${config().OPENAI_URL}|${model}`
  const isFixed = fixed.has(service)
  const body = JSON.stringify({
    model,
    input,
    encoding_format: 'float',
    ...(isFixed ? {} : { dimensions: DIMENSIONS }),
  })
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
  const answer = await withRetry(
    timeouts,
    async timeoutMs => {
      const given = { timeoutMs, maxBytes: MAX_BYTES }
      const found = await callExternalUrl(`${config().OPENAI_URL}/embeddings`, { headers, body }, given)
      if (found.status === 200 || (found.status === 400 && !isFixed)) return found
      throw new Refused(found.status, retryAfter(found.headers['retry-after']))
    },
    failureOf,
  )
  // An older model refuses to be asked for other dimensions than its own.
  if (answer.status === 400) {
    fixed.add(service)
    return ask(apiKey, model, input, timeouts)
  }
  const parsed = Answer.safeParse(jsonOf(answer.body))
  if (!parsed.success || parsed.data.data.length !== input.length) throw new AiError('ERR_AI_ANSWER')
  return parsed.data
}

class Refused extends Error {
  readonly status: number
  readonly retryAfterMs: number | undefined

  constructor(status: number, retryAfterMs: number | undefined) {
    super(`status ${status}`)
    this.status = status
    this.retryAfterMs = retryAfterMs
  }
}

function failureOf(error: unknown): Failed {
  if (!(error instanceof Refused)) return outgoingFailure(error)
  const { status, retryAfterMs } = error
  return { status, retryAfterMs, error: aiErrorOf(status) }
}
