import { config } from '../../config.ts'
import { AiError } from './ai-error.ts'
import { askOpenAi } from './client.ts'
import type { RetryTimeouts } from './with-retry.ts'

export type TextRequest = {
  apiKey: string
  /** Empty for the installation's default. */
  model: string
  maxTokens: number
  temperature: number
  /** The task, and in `input` the material for it. */
  instructions: string
  input: string
  /** True if the answer is one JSON object. */
  json?: boolean
  /** Receives the text so far; after a failed attempt the text begins anew. */
  onText?: (text: string) => void
}

export type WrittenText = { text: string; inputTokens: number; outputTokens: number }

/**
 * Returns a text that a model writes, streamed to `onText` where that is given: `POST
 * /chat/completions` (https://platform.openai.com/docs/api-reference/chat, as the package's 7.57.0
 * types it). An endpoint that does not stream answers in one piece.
 * @throws AiError
 */
export async function writeText(request: TextRequest, timeouts: RetryTimeouts): Promise<WrittenText> {
  const written = await askOpenAi(
    request.apiKey,
    timeouts,
    async client => {
      const body = {
        model: request.model || config().OPENAI_MODEL,
        max_tokens: request.maxTokens,
        temperature: request.temperature,
        messages: [
          { role: 'system' as const, content: request.instructions },
          { role: 'user' as const, content: request.input },
        ],
        ...(request.json ? { response_format: { type: 'json_object' as const } } : {}),
      }
      if (!request.onText) {
        const { choices, usage } = await client.chat.completions.create(body)
        return textOf(choices?.[0]?.message?.content, usage)
      }
      let text = ''
      let usage: WireUsage
      const parts = await client.chat.completions.create({
        ...body,
        stream: true,
        stream_options: { include_usage: true },
      })
      for await (const part of parts) {
        const more = part.choices?.[0]?.delta?.content
        usage = part.usage ?? usage
        if (!more) continue
        text += more
        request.onText(text)
      }
      return textOf(text, usage)
    },
    request.onText !== undefined,
  )
  const { text, ...usage } = written
  if (text === '') throw new AiError('ERR_AI_ANSWER', { usage })
  return written
}

type WireUsage = { prompt_tokens?: number; completion_tokens?: number } | null | undefined

/** Services with this protocol leave out fields as they like. */
const textOf = (content: unknown, usage: WireUsage): WrittenText => ({
  text: typeof content === 'string' ? content.trim() : '',
  inputTokens: countOf(usage?.prompt_tokens),
  outputTokens: countOf(usage?.completion_tokens),
})

const countOf = (given: unknown): number =>
  typeof given === 'number' && Number.isSafeInteger(given) && given > 0 && given < 1e9 ? given : 0
