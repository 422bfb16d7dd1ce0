import { z } from 'zod'
import { config } from '../../config.ts'
import { AiError } from './ai-error.ts'
import { askOpenAi } from './client.ts'
import type { RetryTimeouts } from './with-retry.ts'

export type Conversation = {
  apiKey: string
  /** Empty for the installation's default. */
  model: string
  maxTokens: number
  temperature: number
  /** Description of the agent and its context. */
  instructions: string
  /** Oldest first; `fromMe` marks the agent's messages. */
  messages: readonly { fromMe: boolean; body: string }[]
}

export type Completion = {
  text: string
  /** The reason why it asks for a person; null where it continues by itself. */
  handsOver: string | null
  tokens: number
}

/** The model's only tool. It names no queue: the company decides where it hands off to. */
const TRANSFER = {
  type: 'function',
  function: {
    name: 'transfer_to_person',
    description: 'Hands the conversation over to a person of the company, and ends your part of it.',
    parameters: {
      type: 'object',
      properties: { reason: { type: 'string', description: 'Why, in one sentence, for the person who takes over.' } },
      required: ['reason'],
      additionalProperties: false,
    },
  },
} as const

/** The used part of the answer; services with this protocol leave out fields as they like. */
const Answer = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({
          content: z.string().nullish(),
          tool_calls: z
            .array(z.object({ function: z.object({ name: z.string(), arguments: z.string().nullish() }).optional() }))
            .nullish(),
        }),
      }),
    )
    .min(1),
  usage: z.object({ total_tokens: z.number().int().min(0).max(1e9).catch(0) }).nullish(),
})

/** Maximum length of a reason, which a note shows: some sentences are enough. */
const MAX_REASON_LENGTH = 500

/**
 * Returns a model's answer to a conversation: `POST /chat/completions`
 * (https://platform.openai.com/docs/api-reference/chat, as the package's 7.57.0 types it).
 * @throws AiError
 */
export async function complete(
  { apiKey, model, maxTokens, temperature, instructions, messages }: Conversation,
  timeouts: RetryTimeouts,
): Promise<Completion> {
  const answer: unknown = await askOpenAi(apiKey, timeouts, client =>
    client.chat.completions.create({
      model: model || config().OPENAI_MODEL,
      max_tokens: maxTokens,
      temperature,
      messages: [
        { role: 'system', content: instructions },
        ...messages.map(({ fromMe, body }) => ({ role: fromMe ? 'assistant' : 'user', content: body }) as const),
      ],
      tools: [TRANSFER],
    }),
  )
  const parsed = Answer.safeParse(answer)
  if (!parsed.success) throw new AiError('ERR_AI_ANSWER')
  const { content, tool_calls } = parsed.data.choices[0]!.message
  const call = tool_calls?.find(each => each.function?.name === TRANSFER.function.name)
  const text = content?.trim() ?? ''
  if (!call && text === '') throw new AiError('ERR_AI_ANSWER')
  return {
    text,
    handsOver: call ? reasonOf(call.function?.arguments ?? '') : null,
    tokens: parsed.data.usage?.total_tokens ?? 0,
  }
}

/** Returns the reason; empty where the model gave none that can be parsed. */
function reasonOf(given: string): string {
  try {
    const { reason } = z.object({ reason: z.string() }).parse(JSON.parse(given))
    return reason.trim().slice(0, MAX_REASON_LENGTH).toWellFormed()
  } catch {
    return ''
  }
}
