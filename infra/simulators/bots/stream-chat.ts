import type { SimulatedAnswer } from './simulated-bot.ts'

type Completion = { id: string; created: number; model: string; usage: Record<string, number> }

/** Length of a part of a streamed text: a word or two. */
const PART = 12

/**
 * Returns a completion as OpenAI streams it: server-sent events with a piece of the text each, the
 * end of the choice, the usage where it is asked for, and `[DONE]`
 * (https://platform.openai.com/docs/api-reference/chat-streaming).
 */
export function streamChat(
  { id, created, model, usage }: Completion,
  text: string,
  withUsage: boolean,
): SimulatedAnswer {
  const event = (rest: object) =>
    `data: ${JSON.stringify({ id, object: 'chat.completion.chunk', created, model, ...rest })}\n\n`
  const choice = (delta: object, finish_reason: string | null) =>
    event({ choices: [{ index: 0, delta, logprobs: null, finish_reason }] })
  const pieces = text.match(new RegExp(`[^]{1,${PART}}`, 'gu')) ?? []
  return {
    status: 200,
    headers: { 'content-type': 'text/event-stream; charset=utf-8' },
    body: [
      choice({ role: 'assistant', content: '' }, null),
      ...pieces.map(content => choice({ content }, null)),
      choice({}, 'stop'),
      ...(withUsage ? [event({ choices: [], usage })] : []),
      'data: [DONE]\n\n',
    ],
    inParts: true,
  }
}
