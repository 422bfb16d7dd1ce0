/**
 * OpenAI's `POST /v1/chat/completions` and `POST /v1/audio/transcriptions`; README.md beside this
 * file lists what is covered.
 */
import { z } from 'zod'
import { parsedJson } from '../parsed-json.ts'
import type { Reply, SimulatedAnswer, SimulatedBot, SimulatedCall } from './simulated-bot.ts'
import { streamChat } from './stream-chat.ts'

const WHEN_NONE_IS_LEFT = { chat: 'Certo, já anotei.', audio: 'Quero saber o preço.' }

/** Returns true for a key that begins like OpenAI's; any other is invalid. */
export const isOpenAiKey = ({ request }: SimulatedCall): boolean =>
  /^Bearer sk-[\w-]{8,}$/.test(request.headers.authorization ?? '')

export const openAiProblem = (status: number, message: string, type: string, code: string | null): SimulatedAnswer => ({
  status,
  body: { error: { message, type, param: null, code } },
})

/**
 * Scripted reply in which the model calls tools. Arguments that are a text are sent as they are.
 */
const ToolReply = z.strictObject({
  toolCalls: z.array(z.object({ name: z.string(), arguments: z.json().default({}) })).min(1),
  text: z.string().optional(),
})

const toolCall = ({ name, arguments: given }: z.infer<typeof ToolReply>['toolCalls'][number]) => ({
  id: `call_${crypto.randomUUID().replaceAll('-', '').slice(0, 24)}`,
  type: 'function',
  function: { name, arguments: typeof given === 'string' ? given : JSON.stringify(given) },
})

function chat({ body }: SimulatedCall, reply: Reply | undefined): SimulatedAnswer {
  const asked = parsedJson(body) as
    | { model?: unknown; messages?: unknown; stream?: unknown; stream_options?: { include_usage?: unknown } }
    | undefined
  if (typeof asked?.model !== 'string' || !Array.isArray(asked.messages) || asked.messages.length === 0)
    return openAiProblem(400, 'you must provide a model and messages', 'invalid_request_error', null)
  const scripted = ToolReply.safeParse(reply).data
  if (reply !== undefined && typeof reply !== 'string' && !scripted) return { status: 200, body: reply }
  const content = scripted ? (scripted.text ?? null) : ((reply as string | undefined) ?? WHEN_NONE_IS_LEFT.chat)
  const calls = scripted?.toolCalls.map(toolCall)
  const written = (content?.length ?? 0) + (calls ? JSON.stringify(calls).length : 0)
  const completion = {
    id: `chatcmpl-${crypto.randomUUID()}`,
    created: Math.floor(Date.now() / 1000),
    model: asked.model,
    usage: usageOf(body.length, written),
  }
  if (asked.stream === true) return streamChat(completion, content ?? '', asked.stream_options?.include_usage === true)
  return {
    status: 200,
    body: {
      ...completion,
      object: 'chat.completion',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content, refusal: null, ...(calls ? { tool_calls: calls } : {}) },
          logprobs: null,
          finish_reason: calls ? 'tool_calls' : 'stop',
        },
      ],
    },
  }
}

/** Estimates tokens: some four bytes are one. */
function usageOf(asked: number, answered: number) {
  const [prompt_tokens, completion_tokens] = [Math.ceil(asked / 4), Math.ceil(answered / 4)]
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens }
}

function transcription({ request, body }: SimulatedCall, reply: Reply | undefined): SimulatedAnswer {
  const isForm = /^multipart\/form-data; *boundary=/.test(request.headers['content-type'] ?? '')
  const form = body.toString('latin1')
  if (!isForm || !/name="?model"?/.test(form) || !/name="?file"?; *filename=/.test(form))
    return openAiProblem(400, 'file and model are required', 'invalid_request_error', null)
  if (reply !== undefined && typeof reply !== 'string') return { status: 200, body: reply }
  return { status: 200, body: { text: reply ?? WHEN_NONE_IS_LEFT.audio, usage: { type: 'duration', seconds: 3 } } }
}

const CALLS: Record<string, (call: SimulatedCall, reply: Reply | undefined) => SimulatedAnswer> = {
  '/v1/chat/completions': chat,
  '/v1/audio/transcriptions': transcription,
}

/** Returns the answer of a call that fails. */
export const openAiFailure = (status: number): SimulatedAnswer =>
  status === 429
    ? openAiProblem(429, 'Rate limit reached', 'requests', 'rate_limit_exceeded')
    : openAiProblem(status, 'The server had an error while processing your request.', 'server_error', null)

export const openai: SimulatedBot = {
  name: 'openai',
  title: 'OpenAI',
  isAside: call => !isOpenAiKey(call) || !CALLS[call.path] || call.method !== 'POST',
  answer(call, reply) {
    const answer = CALLS[call.path]
    if (!answer || call.method !== 'POST')
      return openAiProblem(
        404,
        `Unknown request URL: ${call.method} ${call.path}`,
        'invalid_request_error',
        'unknown_url',
      )
    if (!isOpenAiKey(call))
      return openAiProblem(401, 'Incorrect API key provided.', 'invalid_request_error', 'invalid_api_key')
    return answer(call, reply)
  },
  failure: openAiFailure,
}
