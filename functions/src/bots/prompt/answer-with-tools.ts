/**
 * Loop of an AI agent's answer (decision 0082): asks the model, runs the tools it calls, and asks
 * again with what they answered, until it answers by itself. It goes on from its steps, so that no
 * call is run twice and no question is asked twice.
 */
import { AiError, NO_USAGE, type Usage } from '../../integrations/openai/ai-error.ts'
import { type ChatMessage, type Conversation, complete, type ToolCall } from '../../integrations/openai/complete.ts'
import type { BotMessage } from '../bot.ts'
import { argumentsOf } from '../tools/arguments-of.ts'
import { runTool } from '../tools/run-tool.ts'
import { shownTool } from '../tools/shown-tool.ts'
import type { Tool, ToolContext, ToolResult, ToolState } from '../tools/tool.ts'

/** Number of calls in one answer. */
const MAX_CALLS = 6

/** Maximum calls read from one message: some models repeat themselves without end. */
const MAX_ASKED = 2 * MAX_CALLS

/**
 * Least number of tokens for a message of an agent with tools beside handing over: a call whose
 * arguments are cut off is no call.
 */
const MIN_TOOL_TOKENS = 400

/** Maximum length of one answer of a tool, in UTF-16 units. */
const MAX_ANSWER_LENGTH = 12_000

/** Steps of this answer so far. */
export type AnswerSteps = {
  /** Messages of the model and answers of the tools. */
  messages: ChatMessage[]
  state: ToolState
  /** Messages to the contact that the tools made. */
  lines: BotMessage[]
  /** Tokens of the newest message of the model. */
  asking: Usage
  /** Reason to hand over, once a tool said so. */
  handOver?: string
  /** The model was asked for another answer, since one must not be sent. */
  isCorrected?: boolean
}

/** A call that was run, for the log. */
export type RunCall = {
  /** Position among the calls of this answer. */
  place: number
  call: ToolCall
  answer: ToolResult['answer']
  ms: number
  /** Its share of the model's message that asked for it. */
  usage: Usage
}

export type AnswerInput = Omit<Conversation, 'tools' | 'withoutCalls' | 'json'> & {
  tools: readonly Tool[]
  context: Omit<ToolContext, 'key' | 'state'>
  /** Idempotency key of the answer. */
  key: string
  steps: AnswerSteps
  /** Time of one call of the model (ms), and the time (epoch ms) at which all must be done. */
  timeoutMs: number
  until: number
  /** Stores the steps before they are continued: after a message of the model, and after a call. */
  onStep: (steps: AnswerSteps, done: { usage: Usage } | { run: RunCall }) => Promise<void>
  /**
   * Returns what the model must be told of an answer that must not be sent; undefined for others.
   */
  refuse: (text: string, steps: AnswerSteps) => string | undefined
  /** Returns false once a person has the ticket. */
  mayContinue: () => Promise<boolean>
}

export type Answered = {
  /** Empty where it only hands over, or a person has the ticket. */
  text: string
  steps: AnswerSteps
  /** Tokens of the last message, which no step has counted. */
  usage: Usage
  /** A person took the ticket meanwhile: nothing is to be sent. */
  isStopped: boolean
  /** Its answer must not be sent, the second one neither. */
  isRefused: boolean
}

/** Returns the steps of an answer that was not begun. */
export const noSteps = (state: ToolState): AnswerSteps => ({ messages: [], state, lines: [], asking: NO_USAGE })

/** @throws AiError */
export async function answerWithTools(input: AnswerInput): Promise<Answered> {
  const offered = input.tools.map(shownTool)
  let { steps } = input
  const answered = (text: string, more: Partial<Answered> = {}): Answered => ({
    ...{ text, steps, usage: NO_USAGE, isStopped: false, isRefused: false },
    ...more,
  })
  for (;;) {
    for (const { call, place, among } of pendingCalls(steps.messages)) {
      if (!(await input.mayContinue())) return answered('', { isStopped: true })
      const begunAt = performance.now()
      const result = await resultOf(input, steps, call, place)
      const ms = Math.round(performance.now() - begunAt)
      steps = afterCall(steps, call, result)
      await input.onStep(steps, { run: { place, call, answer: result.answer, ms, usage: share(steps.asking, among) } })
    }
    if (steps.handOver !== undefined) {
      const words = newestOf(steps.messages)?.content ?? ''
      return answered(words && input.refuse(words, steps) ? '' : words)
    }
    const { text, calls, usage } = await complete(
      {
        ...input,
        messages: [...input.messages, ...steps.messages],
        maxTokens: input.tools.some(tool => tool.switch !== null)
          ? Math.max(input.maxTokens, MIN_TOOL_TOKENS)
          : input.maxTokens,
        tools: offered,
        withoutCalls: callsOf(steps.messages).length >= MAX_CALLS,
      },
      { timeoutMs: input.timeoutMs, totalMs: timeLeft(input.until) },
    )
    if (calls.length === 0) {
      const correction = input.refuse(text, steps)
      if (correction === undefined) return answered(text, { usage })
      if (steps.isCorrected) return answered('', { usage, isRefused: true })
      const corrected = [
        { role: 'assistant', content: text } as const,
        { role: 'system', content: correction } as const,
      ]
      steps = { ...steps, messages: [...steps.messages, ...corrected], asking: usage, isCorrected: true }
      await input.onStep(steps, { usage })
      continue
    }
    const toolCalls = withOwnIds(calls.slice(0, MAX_ASKED), steps.messages)
    const message: ChatMessage = { role: 'assistant', content: text, toolCalls }
    steps = { ...steps, messages: [...steps.messages, message], asking: usage }
    await input.onStep(steps, { usage })
  }
}

/** @throws AiError if the time is over */
function timeLeft(until: number): number {
  const left = until - Date.now()
  if (left <= 0) throw new AiError('ERR_AI_UNREACHABLE')
  return left
}

const callsOf = (messages: readonly ChatMessage[]): ToolCall[] =>
  messages.flatMap(message => (message.role === 'assistant' ? (message.toolCalls ?? []) : []))

/** Returns the model's newest message. */
const newestOf = (messages: readonly ChatMessage[]) => messages.findLast(message => message.role === 'assistant')

/** Gives each call an id of its own: some services repeat theirs from message to message. */
function withOwnIds(calls: readonly ToolCall[], messages: readonly ChatMessage[]): ToolCall[] {
  const before = callsOf(messages)
  const ids = new Set(before.map(({ id }) => id))
  return calls.map((call, i) => {
    const id = ids.has(call.id) ? `call_${before.length + i}_${call.id.slice(0, 40)}` : call.id
    ids.add(id)
    return { ...call, id }
  })
}

/**
 * Returns the calls without an answer, their places among all calls, and the number of calls that
 * their message has.
 */
function pendingCalls(messages: readonly ChatMessage[]) {
  const done = new Set(messages.flatMap(message => (message.role === 'tool' ? [message.callId] : [])))
  const among = newestOf(messages)?.toolCalls?.length ?? 0
  return callsOf(messages)
    .map((call, place) => ({ call, place, among }))
    .filter(({ call }) => !done.has(call.id))
}

/** Runs a call, or answers why it is not run. */
async function resultOf(input: AnswerInput, steps: AnswerSteps, call: ToolCall, place: number): Promise<ToolResult> {
  // A tool may have handed over just before, in the same message.
  if (steps.handOver !== undefined) return { answer: { error: 'conversation_over' } }
  if (place >= MAX_CALLS) return { answer: { error: 'too_many_calls' } }
  const earlier = callsOf(steps.messages).slice(0, place)
  if (earlier.some(each => sameCall(each, call))) return { answer: { error: 'repeated' } }
  const context: ToolContext = { ...input.context, key: `${input.key}:${place}`, state: steps.state }
  return runTool(input.tools, call, context, timeLeft(input.until))
}

const sameCall = (a: ToolCall, b: ToolCall): boolean => a.name === b.name && argumentsText(a) === argumentsText(b)

/** Returns arguments as they are compared: what is no JSON as it was written. */
const argumentsText = ({ arguments: given }: ToolCall): string => inOrder(argumentsOf(given) ?? given)

/** Returns JSON in which the order of fields makes no difference. */
const inOrder = (given: unknown): string =>
  JSON.stringify(given, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  ) ?? ''

function afterCall(
  steps: AnswerSteps,
  call: ToolCall,
  { answer, lines = [], state, handOver }: ToolResult,
): AnswerSteps {
  const content = JSON.stringify(answer)
  // An answer that was cut would be no JSON. What was done stays done.
  const tooLong = 'ok' in answer ? { ok: true, message: 'A resposta é longa demais para ser lida.' } : LONG_ERROR
  const sent = content.length > MAX_ANSWER_LENGTH ? JSON.stringify(tooLong) : content
  return {
    ...steps,
    messages: [...steps.messages, { role: 'tool', callId: call.id, content: sent }],
    lines: [...steps.lines, ...lines],
    state: state ?? steps.state,
    ...(handOver === undefined ? {} : { handOver }),
  }
}

const LONG_ERROR = { error: 'answer_too_long' }

const share = ({ inputTokens, outputTokens }: Usage, among: number): Usage => ({
  inputTokens: Math.round(inputTokens / among),
  outputTokens: Math.round(outputTokens / among),
})
