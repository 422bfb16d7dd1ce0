import { AiError, type Usage } from './ai-error.ts'
import { askOpenAi } from './client.ts'
import { type Conversation, complete, modelOf, usageOf } from './complete.ts'
import type { RetryTimeouts } from './with-retry.ts'

/** A task, its instructions, and in `input` the material for it. */
export type TextRequest = Omit<Conversation, 'messages' | 'tools' | 'withoutCalls'> & {
  input: string
  /** Receives the text so far; after a failed attempt the text begins anew. */
  onText?: (text: string) => void
}

export type WrittenText = { text: string; usage: Usage }

/**
 * Returns a text that a model writes, streamed to `onText` where that is given: `POST
 * /chat/completions` (https://platform.openai.com/docs/api-reference/chat, as the package's 7.57.0
 * types it). An endpoint that does not stream answers in one piece.
 * @throws AiError
 */
export async function writeText(request: TextRequest, timeouts: RetryTimeouts): Promise<WrittenText> {
  const { input, onText, ...conversation } = request
  const messages = [{ role: 'user' as const, content: input }]
  if (onText) return streamText({ ...request, onText }, timeouts)
  const { text, usage } = await complete({ ...conversation, messages }, timeouts)
  return { text, usage }
}

async function streamText(
  {
    apiKey,
    model,
    maxTokens,
    temperature,
    instructions,
    input,
    onText,
  }: TextRequest & Required<Pick<TextRequest, 'onText'>>,
  timeouts: RetryTimeouts,
): Promise<WrittenText> {
  const written = await askOpenAi(
    apiKey,
    timeouts,
    async client => {
      let text = ''
      let usage: unknown
      const parts = await client.chat.completions.create({
        model: modelOf(model),
        max_tokens: maxTokens,
        temperature,
        messages: [
          { role: 'system', content: instructions },
          { role: 'user', content: input },
        ],
        stream: true,
        stream_options: { include_usage: true },
      })
      for await (const part of parts) {
        const more = part.choices?.[0]?.delta?.content
        usage = part.usage ?? usage
        if (!more) continue
        text += more
        onText(text)
      }
      return { text: text.trim(), usage: usageOf(usage) }
    },
    true,
  )
  if (written.text === '') throw new AiError('ERR_AI_ANSWER', { usage: written.usage })
  return written
}
