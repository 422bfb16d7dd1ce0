import { z } from 'zod'
import { config } from '../../config.ts'
import { AiError, NO_USAGE, type Usage } from './ai-error.ts'
import { askOpenAi } from './client.ts'
import type { RetryTimeouts } from './with-retry.ts'

/** Call of a tool that a model asks for. */
export type ToolCall = {
  id: string
  name: string
  /** JSON, as the model wrote it. */
  arguments: string
}

/** Message of a running conversation. */
export type ChatMessage =
  | { role: 'user' | 'system'; content: string }
  | { role: 'assistant'; content: string; toolCalls?: ToolCall[] }
  | { role: 'tool'; callId: string; content: string }

/** Tool as a model gets it: its parameters are a JSON Schema. */
export type OfferedTool = { name: string; description: string; parameters: Record<string, unknown> }

export type Conversation = {
  apiKey: string
  /** Empty for the installation's default. */
  model: string
  maxTokens: number
  temperature: number
  /** Description of the agent and its context. */
  instructions: string
  /** Oldest first. */
  messages: readonly ChatMessage[]
  tools?: readonly OfferedTool[]
  /** Has the model answer by itself, though its messages contain calls of tools. */
  withoutCalls?: boolean
  /** True if the answer is one JSON object. */
  json?: boolean
}

export type Completion = {
  text: string
  /** Tools to run before it goes on; empty for an answer. */
  calls: ToolCall[]
  usage: Usage
}

const Tokens = z.number().int().min(0).max(1e9).catch(0)
const WireUsage = z
  .object({ total_tokens: Tokens, prompt_tokens: Tokens.optional(), completion_tokens: Tokens.optional() })
  .nullish()

/** The used part of the answer; services with this protocol leave out fields as they like. */
const Answer = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({
          content: z.string().nullish(),
          tool_calls: z
            .array(
              z.object({
                id: z.string().nullish(),
                function: z.object({ name: z.string(), arguments: z.string().nullish() }).optional(),
              }),
            )
            .nullish(),
        }),
      }),
    )
    .min(1),
  usage: WireUsage,
})

/**
 * Returns a model's answer to a conversation: `POST /chat/completions`
 * (https://platform.openai.com/docs/api-reference/chat, as the package's 7.57.0 types it).
 * @throws AiError
 */
export async function complete(conversation: Conversation, timeouts: RetryTimeouts): Promise<Completion> {
  const { apiKey, model, maxTokens, temperature, instructions, messages, tools = [], withoutCalls, json } = conversation
  const answer: unknown = await askOpenAi(apiKey, timeouts, client =>
    client.chat.completions.create({
      model: modelOf(model),
      max_tokens: maxTokens,
      temperature,
      messages: [{ role: 'system', content: instructions }, ...messages.map(wireMessage)],
      ...(tools.length > 0
        ? {
            tools: tools.map(tool => ({ type: 'function', function: tool }) as const),
            ...(withoutCalls ? { tool_choice: 'none' as const } : {}),
          }
        : {}),
      ...(json ? { response_format: { type: 'json_object' as const } } : {}),
    }),
  )
  const parsed = Answer.safeParse(answer)
  if (!parsed.success) throw new AiError('ERR_AI_ANSWER')
  const { content, tool_calls } = parsed.data.choices[0]!.message
  const text = content?.trim() ?? ''
  const calls = withoutCalls ? [] : (tool_calls ?? []).flatMap(callOf)
  const usage = usageOf(parsed.data.usage)
  if (calls.length === 0 && text === '') throw new AiError('ERR_AI_ANSWER', { usage })
  return { text, calls, usage }
}

/** Returns the model that answers for a name, which may be empty. */
export const modelOf = (model: string): string => model || config().OPENAI_MODEL

function wireMessage(message: ChatMessage) {
  if (message.role === 'tool') return { role: 'tool', tool_call_id: message.callId, content: message.content } as const
  if (message.role !== 'assistant' || !message.toolCalls)
    return { role: message.role, content: message.content } as const
  return {
    role: 'assistant',
    content: message.content || null,
    tool_calls: message.toolCalls.map(
      call => ({ id: call.id, type: 'function', function: { name: call.name, arguments: call.arguments } }) as const,
    ),
  } as const
}

type WireCall = NonNullable<z.infer<typeof Answer>['choices'][number]['message']['tool_calls']>[number]

/** Returns a call; some services give no id, or the same to several. */
const callOf = (call: WireCall, place: number): ToolCall[] =>
  call.function
    ? [{ id: call.id || `call_${place}`, name: call.function.name, arguments: call.function.arguments ?? '' }]
    : []

/** Returns the tokens; a service that tells only their sum is counted as if it were all input. */
export function usageOf(given: unknown): Usage {
  const usage = WireUsage.safeParse(given).data
  if (!usage) return NO_USAGE
  const outputTokens = usage.completion_tokens ?? 0
  return { inputTokens: usage.prompt_tokens ?? Math.max(0, usage.total_tokens - outputTokens), outputTokens }
}
