/**
 * OpenAI's `POST /v1/embeddings`, which is called at the address of `openai` but has a script of
 * its own. A vector is made of the text's words alone: texts with the same words are near.
 */
import { searchWords } from '@balcao/shared/rules/search-words.ts'
import { parsedJson } from '../parsed-json.ts'
import { isOpenAiKey, openAiFailure, openAiProblem } from './openai.ts'
import type { SimulatedBot, SimulatedCall } from './simulated-bot.ts'

const MAX_INPUTS = 2048
/** Dimensions of `text-embedding-3-small`. */
const DIMENSIONS = 1536
/** A model that knows no other dimensions than its own, as OpenAI's before the third generation. */
const FIXED = /ada/
/** Letters of a word that count, so that singular and plural are near. */
const STEM_LENGTH = 5

function hashOf(word: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

/** Returns a vector of length 1: each word of more than two letters adds to two of its numbers. */
function vectorOf(text: string, dimensions: number): number[] {
  const vector = new Array<number>(dimensions).fill(0)
  const words = searchWords(text).filter(word => word.length > 2)
  for (const word of words.length > 0 ? words : [text])
    for (const place of [0, 1]) {
      const hash = hashOf(`${place}${word.slice(0, STEM_LENGTH)}`)
      const at = hash % dimensions
      vector[at] = vector[at]! + (hash & 0x80000000 ? 1 : -1)
    }
  const length = Math.hypot(...vector) || 1
  return vector.map(number => number / length)
}

function answer({ body }: SimulatedCall) {
  const asked = parsedJson(body) as { model?: unknown; input?: unknown; dimensions?: unknown } | undefined
  const inputs = [asked?.input ?? []].flat()
  const isValid = inputs.length > 0 && inputs.every(input => typeof input === 'string' && input !== '')
  if (typeof asked?.model !== 'string' || !isValid || inputs.length > MAX_INPUTS)
    return openAiProblem(400, 'you must provide a model and an input', 'invalid_request_error', null)
  if (FIXED.test(asked.model) && asked.dimensions !== undefined)
    return openAiProblem(400, 'This model does not support specifying dimensions.', 'invalid_request_error', null)
  const dimensions = Number(asked.dimensions ?? DIMENSIONS)
  const data = inputs.map((input, index) => ({
    object: 'embedding',
    index,
    embedding: vectorOf(String(input), dimensions),
  }))
  const tokens = Math.ceil(inputs.join('').length / 4)
  const usage = { prompt_tokens: tokens, total_tokens: tokens }
  return { status: 200, body: { object: 'list', data, model: asked.model, usage } }
}

export const embeddings: SimulatedBot = {
  name: 'embeddings',
  title: 'OpenAI (embeddings)',
  isAside: call => !isOpenAiKey(call),
  answer(call, reply) {
    if (!isOpenAiKey(call))
      return openAiProblem(401, 'Incorrect API key provided.', 'invalid_request_error', 'invalid_api_key')
    return reply === undefined ? answer(call) : { status: 200, body: reply }
  },
  failure: openAiFailure,
}
